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
