# SPDX-License-Identifier: Apache-2.0
# tessera conv --layers: tables that will not do, of which nothing is written.
table() { printf '%s\n' "$@" >layers.csv; }
run conv --target neon
expect 2 "error[usage]: --shape is required" "or --layers"
run conv --shape 4,4,9,9,3,3
expect 2 "--target is required"
run conv --shape 4,4,9,9,3,3 --target neon --target avx2
expect 2 "--target is given more than once" "--layers makes a library for several"
run conv --layers none.csv --target neon -o net
expect 2 "error[layers]: none.csv: cannot be read"
table 'name,shape' 'a,"4,4,9,9,3,3"'
run conv --layers layers.csv --shape 4,4,9,9,3,3 --target neon -o net
expect 2 "--shape excludes --layers"
run conv --layers layers.csv --target neon
expect 2 "--layers requires --output"
run conv --layers layers.csv --scheme 'R(p)' --target neon -o net
expect 2 "--layers excludes --scheme"
run conv --layers layers.csv --target nein -o net
expect 2 "there is no hardware library 'nein'"
run conv --layers layers.csv --target neon --target neon -o net
expect 2 "--target: 'neon' is there twice"
run conv --layers layers.csv --target neon -o my-net
expect 2 "'my-net' is not a valid library name" "--stem mynet"
run conv --layers layers.csv --target neon --cpu nobody -o net
expect 2 "no tuned data ships for CPU 'nobody'"
run conv --layers layers.csv --threads 0 -o net
expect 2 "error[usage]: --threads: '0' is neither a number of threads nor a strategy"
run conv --layers layers.csv --layout nchw --border peeled -o net
expect 2 "error[layers]: --border peeled: rows of layout nchw lie in vectors" "hint: the same for all shipped targets"
run conv --layers layers.csv --target neon --dtype i64 -o net
expect 2 "layers.csv:2:" "error" "layer 'a'" "the library neon has nothing of i64"
touch file
run conv --layers layers.csv --target neon -o file
expect 2 "error[output]: cannot write to the folder file: Not a directory" "write to another folder"
run conv --layers layers.csv --target neon -o file/net
expect 2 "error[output]: cannot write to the folder file/net"
run conv --layers layers.csv --target neon -o /proc/net_of_layers
expect 2 "error[output]: cannot write to the folder /proc/net_of_layers"

# wrong TEXT... : the table in layers.csv is refused with these.
wrong() {
  run conv --layers layers.csv --target neon -o net
  expect 2 "error[" "$@"
}
table 'name,shape'
wrong "layers.csv: there are no layers"
: >layers.csv
wrong "layers.csv: there is no header"
table 'shape' '"4,4,9,9,3,3"'
wrong "there is no column 'name'"
table 'name,K,C,H,R' 'a,4,4,9,3'
wrong "there is no column 'stride'"
table 'name,shape,epilog' 'a,"4,4,9,9,3,3",relu'
wrong "'epilog' is not a column of a table of layers" "rule: a table has the columns name,shape" "epilogue"
table 'name,shape,add,add' 'a,"4,4,9,9,3,3",,'
wrong "the column 'add' is there twice"
table 'name,shape' '# a remark' 'a,"4,4,9,9,3,3"' 'b,"4,4,9,9,3"'
wrong "layers.csv:4:" "error[shape]: layer 'b': '4,4,9,9,3' has 5 numbers" "K,C,H,W,R,S[,stride]"
table 'name,K,C,H,R,stride' 'a,4,4,9,3,1' 'b,4,four,9,3,1'
wrong "layers.csv:3:5: error[layers]: 'four' is not a whole number from 1 to"
table 'name,shape' 'a,"4,4,9,9,3,3"' ',"4,4,9,9,3,3"'
wrong "layers.csv:3:" "error[layers]: the layer has no name"
table 'name,shape' 'a,"4,4,9,9,3,3"' 'b,"4,4,9,9,3,3"' 'a,"4,4,8,8,3,3"'
wrong "layers.csv:4:" "error[layers]: the name 'a' is that of line 2 too"
long=$(printf '%0300d' 1)
table 'name,shape' "$long,\"4,4,9,9,3,3\""
wrong "layers.csv:2:" "error[layers]: the name of the layer has 300 characters: at most 100 are taken"
run conv --layers layers.csv --target neon -o net --stem "n$long"
expect 2 "is not a valid library name" "at most 100"
table 'name,shape' 'a,4,4,9,9,3,3'
wrong "layers.csv:2:" "7 fields, the header has 2; a field that holds commas stands between quotes"
mkdir folder
run conv --layers folder --target neon -o net
expect 2 "folder: it is a folder"
table 'name,shape' 'a.b,"4,4,9,9,3,3"' 'a b,"4,4,9,9,3,3"'
wrong "layers.csv:3:" "error[layers]: 'a b' and 'a.b' of line 2 are both a_b in C"
table 'name,shape' 'a,"4,4,9,9,3,3"' 'a_pack,"4,4,9,9,3,3"'
wrong "layers.csv:3:" "error[layers]: layer 'a_pack': net_a_pack is a name of layer 'a' already" "another name for the layer"
table 'name,shape' 'find,"4,4,9,9,3,3"'
wrong "net_find is a name of the library's own already"
table 'name,shape' 'neon,"4,4,9,9,3,3"'
wrong "net_neon is a name of the target's already"
table 'name,shape,layout' 'a,"4,4,9,9,3,3",nhcw'
wrong "layers.csv:2:" "error[conv]: layer 'a': there is no layout nhcw"
table 'name,shape,weights' 'a,"4,4,9,9,3,3",iohw'
wrong "layers.csv:2:17: error[layers]: 'iohw' is not one of packed, hwio, oihw"
table 'name,shape,add' 'a,"4,4,9,9,3,3",1'
wrong "'1' is not one of yes, no"
table 'name,shape,epilogue' 'a,"4,4,9,9,3,3",bias relu7'
wrong "layers.csv:2:" "error[usage]: layer 'a': --epilogue: there is no 'relu7'"
no_files net

# A layer that no target can have, after one that can.
table 'name,shape,border,layout' 'a,"4,4,9,9,3,3",,' 'b,"K=8,C=4,H=9,W=9,R=3,S=3,pad=1",peeled,nchw'
run conv --layers layers.csv --target neon -o net
expect 2 "layers.csv:3:" "error[conv]: layer 'b': --border peeled: rows of layout nchw lie in vectors" "for the target neon"
no_files net
left=$(find . -name '.*partial*')
[ -z "$left" ] || complain "left behind: $left"

# Where one file cannot be, none is.
mkdir -p taken/net.h
table 'name,shape' 'a,"4,4,9,9,3,3"'
run conv --layers layers.csv --target neon -o taken --stem net
expect 2 "taken/net.h: it is a folder"
no_files taken

# Spreadsheets begin with a mark of the byte order.
printf '\357\273\277name,shape\n"a","4,4,9,9,3,3"\n' >layers.csv
run conv --layers layers.csv --target neon -o marked
expect 0 "marked/marked.h: 1 layer"

# What is made: tables of both benchmarks' kinds, options where a row says nothing.
table 'name,network,K,C,H,R,stride' 'a,toy,8,4,5,3,1'
run conv --layers layers.csv --target neon --epilogue bias,relu -o net --json
expect 0
expect_json '.library == "net" and .cpu == "none" and (.targets | map(.name)) == ["neon"]' '.layers[0].epilogue == ["bias", "relu"]' \
  '.layers[0].arguments | map(.name) == ["O", "F", "I", "bias"]' '.layers[0].targets.neon.packed_shape | length == 5' \
  '.layers[0].arguments | map(.access) == ["out", "in", "in", "in"]' '.layers[0].arguments[1].shape == null' \
  '.layers[0].arguments[0] | .shape == [1,5,5,8] and .strides == [200,40,8,1]' '.layers[0].pack.arguments | map(.access) == ["in", "out"]'
[ -s net/net.h ] && [ -s net/neon/net_neon_a.c ] && [ -s net/neon/net_neon_a_pack.c ] || complain "files are missing"
cp net/net.h before.h
table 'name,shape' 'a,"4,4,9,9,3"'
run conv --layers layers.csv --target neon -o net
expect 2 "error[shape]"
cmp -s net/net.h before.h || complain "a table that will not do changed the library"
table 'name,shape' 'b,"4,4,9,9,3,3"'
run conv --layers layers.csv --target neon --target scalar -o net
expect 0 "net/net.h: 1 layer, 1 kernel for each of neon, scalar, best first" "obligations proved"
grep -q 'void net_b(' net/net.h || complain "the library is not that of the new table"

# A library of one's own, by a path from here; on any machine the same unless a CPU is named.
cp -r "$("$tessera" hwlib list --json | jq -r '.[] | select(.library == "scalar") | .folder')" own
run conv --layers layers.csv --target ./own -o mine --json
expect 0
expect_json '.targets[0].name == "own" and .layers[0].targets.own.scheme_from == "model"'
run verify mine/own/mine_own_b.evidence.json
expect 0
table 'name,shape' 'a,"K=512,C=512,H=9,W=9,R=3,S=3"'
run conv --layers layers.csv --target avx512 --cpu AuthenticAMD-25 -o tuned --json
expect 0
expect_json '.cpu == "AuthenticAMD-25" and .layers[0].targets.avx512.scheme_from == "tuned default"'
