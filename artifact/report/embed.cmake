# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=page -DOUT=assets.cpp -P embed.cmake: writes a C++ file that holds the files of the page as strings.
# The scripts stand in the order in which they run.
set(page_html page.html)
set(page_css page.css)
set(page_js model.js code.js change.js cards.js views.js list.js keys.js)

set(code "#include \"artifact/report/assets.hpp\"\n\nnamespace tessera::report::assets {\n")
foreach(name page_html page_css page_js)
  set(bytes "")
  foreach(file ${${name}})
    file(READ ${FOLDER}/${file} hex HEX)
    string(APPEND bytes "${hex}")
  endforeach()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND code "static const unsigned char ${name}_bytes[] = {${bytes}};\n"
         "const std::string_view ${name}{reinterpret_cast<const char*>(${name}_bytes), sizeof ${name}_bytes};\n")
endforeach()
file(WRITE ${OUT} "${code}}  // namespace tessera::report::assets\n")
