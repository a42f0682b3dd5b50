// Patches the page with a new version of it every few seconds. A reload would lose focus, selection, expanded sections and the
// position of a screen reader.
(() => {
  const intervalMs = 10_000;
  const timeoutMs = 8_000;
  const byId = (id) => document.getElementById(id);
  const controls = byId("refresh");
  const button = controls.querySelector("button");
  let isPaused = false;
  let timer;

  function patch(old, next) {
    if (old.isEqualNode(next)) return;
    if (old.nodeType === Node.TEXT_NODE) {
      old.data = next.data;
      return;
    }
    const isOurs = (name) => name === "open" && old.nodeName === "DETAILS"; // the reader's choice
    for (const { name } of [...old.attributes])
      if (!next.hasAttribute(name) && !isOurs(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes) {
      if (old.getAttribute(name) !== value && !isOurs(name)) old.setAttribute(name, value);
    }
    patchChildren(old, next);
  }

  function patchChildren(old, next) {
    const known = new Map([...old.children].filter(({ id }) => id).map((child) => [child.id, child]));
    let at = old.firstChild;
    for (const child of [...next.childNodes]) {
      const isLike = at && !at.id && !child.id && at.nodeName === child.nodeName;
      const same = child.id ? known.get(child.id) : isLike ? at : undefined;
      if (same === at && at) at = at.nextSibling;
      else old.insertBefore(same ?? child, at);
      if (same) patch(same, child);
    }
    while (at) {
      const { nextSibling } = at;
      at.remove();
      at = nextSibling;
    }
  }

  function show(next) {
    const isNewer = ["style", "script"].some(
      (name) => !document.querySelector(name).isEqualNode(next.querySelector(name)),
    );
    if (isNewer) return location.reload(); // another version of the program
    const { activeElement: focused } = document;
    for (const id of ["main", "as-of", "running"]) patch(byId(id), next.getElementById(id));
    document.querySelector("link[rel=icon]").href = next.querySelector("link[rel=icon]").href;
    document.title = next.title;
    if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
  }

  function showError(why) {
    const lost = byId("lost");
    if (!lost.hidden) return;
    lost.textContent = `${why} Showing data from ${document.querySelector("#as-of time").textContent}.`;
    lost.hidden = false;
    document.title = `no response · ${document.title}`;
  }

  async function refresh() {
    try {
      const response = await fetch(location.pathname, { signal: AbortSignal.timeout(timeoutMs), cache: "no-store" });
      const text = await response.text();
      if (!response.ok) showError(`The exporter responds with an error (HTTP ${response.status}).`);
      else if (!isPaused) show(new DOMParser().parseFromString(text, "text/html"));
    } catch {
      showError("The exporter does not respond.");
    }
  }

  function plan(delay = intervalMs) {
    clearTimeout(timer);
    if (isPaused || document.hidden) return;
    timer = setTimeout(async () => {
      await refresh();
      plan();
    }, delay);
  }

  button.addEventListener("click", () => {
    isPaused = !isPaused;
    button.textContent = isPaused ? "Resume" : "Pause";
    controls.firstChild.data = isPaused ? "Auto-refresh is paused. " : "Auto-refresh is on. ";
    plan(0);
  });
  document.addEventListener("visibilitychange", () => plan(0));
  controls.hidden = false;
  plan();
})();
