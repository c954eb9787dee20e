# Reference data may lie outside the checkout; tests that need it look here and fail when it is named but missing.
set(VITRINE_TEST_DATA ${CMAKE_SOURCE_DIR}/tests/data)

# vitrine_add_test(<name> SOURCES <sources> [LIBRARIES <libraries>] [LABELS <labels>] [TIMEOUT <seconds>])
# One QtTest class per executable; QT_QPA_PLATFORM is offscreen.
function(vitrine_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "RUN_SERIAL" "TIMEOUT" "SOURCES;LIBRARIES;LABELS")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 60)
    endif()
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/tests)
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} Qt6::Test)
    target_compile_definitions(${name} PRIVATE
        VITRINE_TEST_DATA="${VITRINE_TEST_DATA}" VITRINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
        VITRINE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT}
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;VITRINE_STATE_DIR=${CMAKE_BINARY_DIR}/test-state/${name}")
    if(arg_RUN_SERIAL)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
endfunction()

# vitrine_add_tests(<tst_a.cpp> <tst_b.cpp> ... LABELS <labels> LIBRARIES <libraries>)
function(vitrine_add_tests)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LIBRARIES;LABELS")
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
        get_filename_component(name ${source} NAME_WE)
        vitrine_add_test(${name} SOURCES ${source} LIBRARIES ${arg_LIBRARIES} LABELS ${arg_LABELS})
    endforeach()
endfunction()

# vitrine_add_plugin_tests(<id> <tst_a.cpp> ...): tests of a plugin link its static compute library. The id becomes part
# of the name, so a copied folder does not collide with the one it was copied from.
function(vitrine_add_plugin_tests id)
    foreach(source IN LISTS ARGN)
        get_filename_component(name ${source} NAME_WE)
        string(REGEX REPLACE "^tst_(${id}_)?" "tst_${id}_" name ${name})
        vitrine_add_test(${name} SOURCES ${source} LIBRARIES ${id}_compute LABELS plugins ${id})
    endforeach()
endfunction()

# vitrine_add_plugin_view_tests(<id> <tst_a.cpp> ...): tests of a plugin's views link its static library of panes.
function(vitrine_add_plugin_view_tests id)
    foreach(source IN LISTS ARGN)
        get_filename_component(name ${source} NAME_WE)
        string(REGEX REPLACE "^tst_(${id}_)?" "tst_${id}_" name ${name})
        vitrine_add_test(${name} SOURCES ${source} LIBRARIES ${id}_panes LABELS plugins ${id} views)
    endforeach()
endfunction()

# vitrine_test_with_german(<test>): the test finds the locale de_DE.UTF-8 in the build folder. It is made there, because
# few computers have it; without the sources of the locales (package locales) the test skips what needs it.
find_program(VITRINE_LOCALEDEF localedef)
set(german_locale ${CMAKE_BINARY_DIR}/locale/de_DE.UTF-8)
if(VITRINE_LOCALEDEF AND EXISTS /usr/share/i18n/locales/de_DE AND NOT VITRINE_PREBUILT)
    add_custom_command(OUTPUT ${german_locale}/LC_NUMERIC
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/locale
        COMMAND ${VITRINE_LOCALEDEF} -i de_DE -f UTF-8 ${german_locale}
        VERBATIM)
    add_custom_target(german_locale DEPENDS ${german_locale}/LC_NUMERIC)
endif()
function(vitrine_test_with_german name)
    if(TARGET german_locale)
        add_dependencies(${name} german_locale)
        # The second folder keeps the locales of the computer.
        set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT "LOCPATH=${CMAKE_BINARY_DIR}/locale:/usr/lib/locale")
    endif()
endfunction()
