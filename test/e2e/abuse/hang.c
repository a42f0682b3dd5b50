/* Preloaded: lookups of names hung* and opens of files below /hung/ do not end while the file HANG exists. Names *.test are 127.0.0.1. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void hang_if(const void *is_affected) {
  while (is_affected && access(getenv("HANG"), F_OK) == 0) usleep(100000);
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
  hang_if(strncmp(name, "hung", 4) == 0 ? name : NULL);
  return next(strstr(name, ".test") ? "127.0.0.1" : name, service, hints, found);
}

int open64(const char *path, int flags, int mode) {
  int (*next)(const char *, int, int) = dlsym(RTLD_NEXT, "open64");
  hang_if(strstr(path, "/hung/"));
  return next(path, flags, mode);
}
