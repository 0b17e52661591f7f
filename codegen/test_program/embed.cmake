# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=test_program -DPARTS=operands,data -DHEADER=harness.hpp -DNAMESPACE=harness -DOUT=harness.cpp -P embed.cmake:
# writes a C++ file that holds these C files of the folder, parts of the programs that are written beside a kernel.
set(code "#include \"${HEADER}\"\n\nnamespace tessera::codegen::${NAMESPACE} {\n")
string(REPLACE "," ";" parts "${PARTS}")
foreach(part ${parts})
  file(READ ${FOLDER}/${part}.c hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND code "static const unsigned char ${part}_bytes[] = {${bytes}};\n"
         "const std::string_view ${part}{reinterpret_cast<const char*>(${part}_bytes), sizeof ${part}_bytes};\n")
endforeach()
file(WRITE ${OUT} "${code}}  // namespace tessera::codegen::${NAMESPACE}\n")
