#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# plot.sh OUT.svg TITLE X-LABEL Y-LABEL lines|bars|points <TABLE: a picture of a table with tabs: the first column names the
# places along x, in their order (of points: it has numbers), each other column is a series with the name in its first line; ? where
# there is no figure.
set -euo pipefail
export LC_ALL=C
[ $# -eq 5 ] || { echo "usage: plot.sh OUT.svg TITLE X-LABEL Y-LABEL lines|bars|points <TABLE" >&2; exit 2; }
out=$1 title=$2 x_label=$3 y_label=$4 style=$5
columns="i:xticlabels(1)"
case $style in
  lines) how="with linespoints pointtype 7 pointsize 0.4" ;;
  bars) how="with histograms" ;;
  points) how="with points pointtype 7 pointsize 0.4" columns="1:i" ;;
  *) echo "plot.sh: '$style' is not one of lines, bars and points" >&2; exit 2 ;;
esac
table=$(mktemp)
trap 'rm -f "$table"' EXIT
cat >"$table"
series=$(head -n 1 "$table" | awk -F '\t' '{ print NF }')
if [ "$(wc -l <"$table")" -lt 2 ] || [ "$series" -lt 2 ]; then
  echo "plot.sh: nothing was measured that $out could show" >&2
  exit 1
fi
gnuplot <<END
set terminal svg size 1000,480 font "sans,12" background "white"
set output "$out.new"
set datafile separator tab
set datafile missing "?"
set title "$title" noenhanced
set xlabel "$x_label" noenhanced
set ylabel "$y_label" noenhanced
set yrange [0:*]
set grid ytics
set key outside right top noenhanced
set xtics rotate by -60 noenhanced
set style data histogram
set style histogram clustered gap 1
set style fill solid 0.9 noborder
plot for [i = 2 : $series] "$table" using $columns $how title columnheader(i)
END
mv "$out.new" "$out"
