// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/support/csv.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"

namespace tessera::tuning {
namespace {

// ---- tables

std::string number(double value) { return fmt::format("{:.6g}", value); }

std::string table_of(const std::vector<TunedTile>& tiles) {
  std::string out = csv_line({"rows", "vectors", "unrolled", "percent_of_peak"}) + "\n";
  for (const auto& [tile, percent] : tiles)
    out += csv_line({std::to_string(tile.rows), std::to_string(tile.vectors), tile.unrolled, number(percent)}) + "\n";
  return out;
}

std::string table_of(const std::vector<TunedConv>& all) {
  std::string out =
      csv_line({"name", "scheme", "percent_of_peak", "percent_of_model", "rank", "space", "register_tiles"}) + "\n";
  for (const TunedConv& t : all)
    out += csv_line({t.name, t.chosen.scheme, number(t.chosen.percent), number(t.percent_of_model),
                     std::to_string(t.rank), std::to_string(t.space), t.register_tiles}) +
           "\n";
  return out;
}

std::string table_of_measured(const std::vector<TunedConv>& all) {
  std::string out =
      csv_line({"name", "scheme", "percent_of_peak", "expected", "outcome", "reduction", "l1_filled"}) + "\n";
  for (const TunedConv& t : all)
    for (const MeasuredScheme& s : t.measured)
      out += csv_line({t.name, s.measured.scheme, number(s.measured.percent), number(s.expected_percent()),
                       std::string(name(s.measured.outcome)), number(s.expected.predicted.reduction),
                       number(s.expected.predicted.l1_filled)}) +
             "\n";
  return out;
}

// ---- pictures

const char* const head = "set terminal svg size 1000,600 background 'white'\nset datafile separator ','\n";

// A square for each tile; a picture for each form.
std::string heat_map() {
  std::string out =
      std::string(head) +
      "set output 'microkernels.svg'\nset multiplot layout 2,2 title 'Register tiles alone, % of the FMA peak'\n"
      "set cbrange [40:100]\nset xlabel 'rows'\nset ylabel 'vectors'\nset yrange [0.5:6.5]\nset xrange [0:32]\n"
      "set palette defined (40 '#30123b', 60 '#28bceb', 75 '#a4fc3c', 85 '#fb7e21', 100 '#7a0403')\n";
  for (const char* const form : {"", "s", "r", "rs"})
    out += fmt::format(
        "set title '{}'\nplot 'microkernels.csv' every ::1 using (strcol(3) eq '{}' ? $1 : NaN):2:4 with points pt 5 "
        "ps 1.6 palette "
        "notitle\n",
        *form ? std::string("unrolled along ") + form : "nothing unrolled", form);
  return out + "unset multiplot\n";
}

std::string bars() {
  return std::string(head) +
         "set output 'layers.svg'\nset title 'Convolutions, % of the FMA peak: tuned, and by the model alone'\nset "
         "yrange [0:105]\n"
         "set style data histograms\nset style fill solid\nset xtics rotate by -60 noenhanced\n"
         "plot 'layers.csv' every ::1 using 3:xtic(1) title 'tuned', '' every ::1 using 4 title 'model'\n";
}

std::string scatter() {
  return std::string(head) +
         "set output 'measured.svg'\nset title 'Schemes: what the model expected, and what was measured'\n"
         "set xlabel 'expected, % of the FMA peak'\nset ylabel 'measured'\nset xrange [0:105]\nset yrange [0:105]\n"
         "plot 'measured.csv' every ::1 using 4:3 with points pt 7 ps 0.5 notitle, x with lines lc 'gray' notitle\n";
}

void draw(const std::string& folder, const std::string& name, const std::string& script) {
  const ScratchFolder scratch;
  write_files(scratch.path(),
              {{"script", fmt::format("cd '{}'\n{}", std::filesystem::absolute(folder).string(), script)}});
  constexpr unsigned seconds = 60;
  const ProcessResult run =
      run_process({"gnuplot", (scratch.path() / "script").string()}, scratch.path() / "log", seconds);
  if (run.status == 127) fmt::print(stderr, "{}.svg is not drawn: there is no gnuplot\n", name);
  else if (run.status != 0) fmt::print(stderr, "{}.svg is not drawn: gnuplot: {}\n", name, run.output);
}

}  // namespace

void write_tune_report(const TuneResults& all, const std::string& folder) {
  write_files(folder, {{"microkernels.csv", table_of(all.tiles)},
                       {"layers.csv", table_of(all.convolutions)},
                       {"measured.csv", table_of_measured(all.convolutions)}});
  const auto has_measured = [](const TunedConv& t) { return !t.measured.empty(); };
  if (!all.tiles.empty()) draw(folder, "microkernels", heat_map());
  if (!all.convolutions.empty()) draw(folder, "layers", bars());
  if (std::any_of(all.convolutions.begin(), all.convolutions.end(), has_measured)) draw(folder, "measured", scatter());
}

}  // namespace tessera::tuning
