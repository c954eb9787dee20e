# vitrine_add_fuzz_target(<name> [LIBRARIES <libraries>] [LABELS <labels>])
#   fuzz_<name>.cpp defines LLVMFuzzerTestOneInput; corpus/<name> holds its inputs, those that once were findings too.
#   <name>_replay   runs the corpus; the test fuzz_<name>
#   fuzz_<name>     libFuzzer program in bin/fuzz, with VITRINE_BUILD_FUZZERS
function(vitrine_add_fuzz_target name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;LABELS")
    set(sources fuzz_${name}.cpp ${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz_support.cpp)
    set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})

    add_executable(${name}_replay ${sources} ${CMAKE_SOURCE_DIR}/tests/fuzz/replay.cpp)
    set_target_properties(${name}_replay PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/tests)
    target_link_libraries(${name}_replay PRIVATE ${arg_LIBRARIES})
    add_test(NAME fuzz_${name} COMMAND ${name}_replay ${corpus})
    set_tests_properties(fuzz_${name} PROPERTIES LABELS "fuzz;${arg_LABELS}" TIMEOUT 120 ENVIRONMENT "LC_ALL=C.UTF-8")

    if(VITRINE_BUILD_FUZZERS)
        add_executable(fuzz_${name} ${sources})
        set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/fuzz)
        target_link_libraries(fuzz_${name} PRIVATE ${arg_LIBRARIES})
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
        if(NOT TARGET vitrine_fuzzers)
            add_custom_target(vitrine_fuzzers)
        endif()
        add_dependencies(vitrine_fuzzers fuzz_${name})
    endif()
endfunction()
