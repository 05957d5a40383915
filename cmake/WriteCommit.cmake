# Writes CAROM_COMMIT into OUTPUT, from git where SOURCE is a checkout; leaves the file alone where it holds it already.
set(commit "$ENV{CAROM_COMMIT}")
if(NOT commit AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} describe --always --abbrev=12 --exclude * --dirty=,\ changed
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(text "#define CAROM_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
