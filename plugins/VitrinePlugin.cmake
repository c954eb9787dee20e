# vitrine_add_plugin(<id> COMPUTE <sources> [VIEWS <sources>] [DATA <folder>] [LIBRARIES <libraries>])
#   <id>_compute   static library of all COMPUTE sources but compute/plugin.cpp; tests link it
#   <id>           module in plugins/compute, from compute/plugin.cpp
#   <id>_panes     static library of all VIEWS sources but views/plugin.cpp; tests link it
#   <id>_views     module in plugins/views, from views/plugin.cpp
#   DATA           folder copied to plugins/samples/<id>
# The example that a new plugin is copied from is for the build tree only.
macro(vitrine_install_plugin)
    if(NOT id STREQUAL template)
        install(${ARGN})
    endif()
endmacro()

function(vitrine_add_plugin id)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "DATA" "COMPUTE;VIEWS;LIBRARIES")
    set(json ${CMAKE_CURRENT_SOURCE_DIR}/plugin.json)

    set(compute_sources ${arg_COMPUTE})
    list(FILTER compute_sources EXCLUDE REGEX "compute/plugin\\.cpp$")
    add_library(${id}_compute STATIC ${compute_sources})
    target_link_libraries(${id}_compute PUBLIC vitrine_core PRIVATE ${arg_LIBRARIES})

    add_library(${id} MODULE compute/plugin.cpp)
    set_target_properties(${id} PROPERTIES AUTOMOC ON PREFIX ""
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/vitrine/plugins/compute
        INSTALL_RPATH "$ORIGIN/../../..;$ORIGIN/../..")
    target_link_libraries(${id} PRIVATE ${id}_compute)
    # Otherwise an edit of the JSON would reach the binary one build late.
    set_source_files_properties(compute/plugin.cpp PROPERTIES OBJECT_DEPENDS ${json})
    set_property(TARGET ${id} APPEND PROPERTY AUTOMOC_DEPEND_FILTERS "Q_PLUGIN_METADATA" "FILE *\"([^\"]+)\"")
    vitrine_install_plugin(TARGETS ${id} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/vitrine/plugins/compute)
    add_dependencies(vitrine_plugins ${id})

    if(arg_VIEWS)
        set(view_sources ${arg_VIEWS})
        list(FILTER view_sources EXCLUDE REGEX "views/plugin\\.cpp$")
        add_library(${id}_panes STATIC ${view_sources})
        set_target_properties(${id}_panes PROPERTIES AUTOMOC ON)
        # A new header must make moc look again; its own list of files knows only those it has seen.
        set_property(TARGET ${id}_panes APPEND PROPERTY AUTOGEN_TARGET_DEPENDS ${view_sources})
        target_link_libraries(${id}_panes PUBLIC ${id}_compute vitrine_widgets)
        add_library(${id}_views MODULE views/plugin.cpp)
        set_target_properties(${id}_views PROPERTIES AUTOMOC ON PREFIX ""
            LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/vitrine/plugins/views
            INSTALL_RPATH "$ORIGIN/../../..;$ORIGIN/../..")
        target_link_libraries(${id}_views PRIVATE ${id}_panes)
        if(NOT VITRINE_SANITIZE)
            target_link_options(${id}_views PRIVATE -Wl,-z,defs) # a module with a hole would be left out at run time
        endif()
        set_source_files_properties(views/plugin.cpp PROPERTIES OBJECT_DEPENDS ${json})
        vitrine_install_plugin(TARGETS ${id}_views LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/vitrine/plugins/views)
        add_dependencies(vitrine_plugins ${id}_views)
    endif()

    if(arg_DATA)
        file(GLOB_RECURSE data_files CONFIGURE_DEPENDS ${arg_DATA}/*)
        set(target_folder ${CMAKE_BINARY_DIR}/lib/vitrine/plugins/samples/${id})
        add_custom_command(OUTPUT ${target_folder}/.stamp
            COMMAND ${CMAKE_COMMAND} -E copy_directory ${CMAKE_CURRENT_SOURCE_DIR}/${arg_DATA} ${target_folder}
            COMMAND ${CMAKE_COMMAND} -E touch ${target_folder}/.stamp
            DEPENDS ${data_files} VERBATIM)
        add_custom_target(${id}_data ALL DEPENDS ${target_folder}/.stamp)
        add_dependencies(vitrine_plugins ${id}_data)
        vitrine_install_plugin(DIRECTORY ${arg_DATA}/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/vitrine/plugins/samples/${id})
    endif()
endfunction()

add_custom_target(vitrine_plugins ALL)
