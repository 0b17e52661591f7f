# cmake -DFOLDER=test_program -DOUT=harness.cpp -P embed.cmake: writes a C++ file that holds the parts of test programs.
set(code "#include \"codegen/test_program/harness.hpp\"\n\nnamespace tessera::codegen::harness {\n")
foreach(part operands data layouts compare sizes)
  file(READ ${FOLDER}/${part}.c hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND code "static const unsigned char ${part}_bytes[] = {${bytes}};\n"
         "const std::string_view ${part}{reinterpret_cast<const char*>(${part}_bytes), sizeof ${part}_bytes};\n")
endforeach()
file(WRITE ${OUT} "${code}}  // namespace tessera::codegen::harness\n")
