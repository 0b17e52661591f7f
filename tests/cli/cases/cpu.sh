# SPDX-License-Identifier: Apache-2.0
# What this CPU has, asked of it, and words for features that a library has of its own.

run hwlib host
expect 0 "features: " "scalar runs here"
run hwlib host --json
expect 0
expect_json '(.cpu | length) > 3' '.features | type == "array"' 'any(.libraries[]; .library == "scalar" and .runs)' \
  "all(.libraries[]; .runs or (.why | startswith(\"this CPU has no \")) or
    (.why as \$why | (\$why | startswith(\"no test is known for the CPU feature \")) and
    all($("$tessera" hwlib features --json | jq -c 'map(.feature)')[]; \$why != \"no test is known for the CPU feature \" + .)))"
run hwlib features
expect 0 "avx512f " "asimd "
run hwlib features --json
expect 0
expect_json 'length > 80' 'any(.[]; .feature == "avx2")' 'all(.[]; .here | type == "boolean")'
run hwlib runs scalar
expect 0 "scalar runs here"
run hwlib runs
expect 2 "LIBRARY is required"
run hwlib runs nein
expect 2 "error[hwlib]: there is no hardware library 'nein'"
case $(uname -m) in x86_64) other=neon lacks=asimddp ;; *) other=avx2 lacks=avx2 ;; esac
run hwlib runs $other
expect 1 "$other does not run here: this CPU has no $lacks"
run hwlib runs $other --json
expect 1
expect_json '.runs == false' '.why | startswith("this CPU has no ")'

# A word that nobody knows is told before anything is proved; machines.json says what it means.
shipped=$("$tessera" hwlib list --json | jq -r '.[] | select(.library == "avx2") | .folder' | xargs dirname)
cp -r "$shipped/scalar" chip
sed -i 's/role="load"/role="load", feature="avx2_of_mine"/' chip/f32.tess
run family gemm --target ./chip --tile 2x8 -o out
expect 2 "error[hwlib]: ./chip: no test is known for the CPU feature 'avx2_of_mine'" \
  "hint: " "\`tessera hwlib features\` lists" "chip/machines.json says what others mean, as in {\"cpu_flags\": {\"avx2_of_mine\": {\"cpuid\": "
no_files out
run blas --target ./chip --tile 2x8 -o out
expect 2 "no test is known for the CPU feature 'avx2_of_mine'"
# means JSON: what the word means
means() { printf '{"cpu_flags": {"avx2_of_mine": %s}}\n' "$1" >chip/machines.json; }
for wrong in 3 '{}' '[]' '{"msr": 3}' '{"cpuid": 3}' '{"cpuid": {"leaf": 7}}' '{"cpuid": {"leaf": 7, "register": "rax", "bit": 1}}' \
  '{"cpuid": {"leaf": 7, "register": "eax", "bit": 32}}' '{"cpuid": {"leaf": 7, "register": "eax", "bit": -1}}' \
  '{"cpuid": {"leaf": "0xx", "register": "eax", "bit": 1}}' '{"cpuid": {"leaf": 7, "register": "eax", "bit": 1, "state": "tmm"}}' \
  '{"hwcap": {"word": 0, "bit": 1}}' '{"hwcap": {"word": 3, "bit": 1}}' '{"hwcap": {"word": 1, "bit": 64}}'; do
  means "$wrong"
  run family gemm --target ./chip --tile 2x8 -o out
  expect 2 "error[machines]: ./chip/machines.json: " "hint: as in {\"emulated\": "
done
means '"avx2_of_nobody"'
run family gemm --target ./chip --tile 2x8 -o out
expect 2 "no test is known for the CPU feature 'avx2_of_mine'"
no_files out
means '"avx512f"'
run family gemm --target ./chip --tile 2x8 --only 2x8_chip_set_packed_packed -o out
expect 0
grep -q '{"avx2_of_mine", {0x7, 0, TESSERA_EBX, 16, 0xe6}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0}, 0},' out/gemm_f32_chip.c || complain "another word was not taken: $(grep -A3 wanted out/gemm_f32_chip.c)"
means '{"cpuid": {"leaf": "0x80000001", "subleaf": 3, "register": "edx", "bit": 31, "state": "ymm"}, "hwcap": {"word": 2, "bit": 40}}'
run family gemm --target ./chip --tile 2x8 --only 2x8_chip_set_packed_packed -o out
expect 0
grep -q '{"avx2_of_mine", {0x80000001, 3, TESSERA_EDX, 31, 0x6}, {2, 40, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0}, 0},' out/gemm_f32_chip.c || complain "the bit was not taken: $(grep -A3 wanted out/gemm_f32_chip.c)"
for compiler in "gcc -std=gnu11" "gcc -std=c11" "clang -std=c11" "aarch64-linux-gnu-gcc -std=c11" "riscv64-linux-gnu-gcc -std=c11"; do
  command -v "${compiler%% *}" >/dev/null || { echo "SKIPPED cpu: ${compiler%% *} is not installed"; continue; }
  # shellcheck disable=SC2086  # words
  $compiler -Wall -Wextra -Werror -Iout -c out/gemm_f32_chip.c -o out/asks.o 2>"$work/output" || complain "the question does not compile by $compiler"
done
rm -r chip out
