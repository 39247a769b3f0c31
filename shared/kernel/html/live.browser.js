(() => {
  'use strict';
  // While the page is looked at, it asks whether something has changed, and is then shown as it is by now. One that nobody
  // uses asks less often, one that is hidden not at all.
  const FIRST_MS = 5000;
  const MINUTE_MS = 60000;
  const part = document.querySelector('[data-live]');
  if (!part) return;
  const states = new Map();
  let turn = 0;
  let failures = 0;
  let usedAt = Date.now();
  let timer;

  const pauseOf = (unused) =>
    unused < 2 * MINUTE_MS ? FIRST_MS : unused < 15 * MINUTE_MS ? 3 * FIRST_MS : MINUTE_MS;
  function wait() {
    window.clearTimeout(timer);
    if (document.hidden) return;
    timer = setTimeout(ask, Math.min(pauseOf(Date.now() - usedAt) * 2 ** failures, 5 * MINUTE_MS));
  }
  async function ask() {
    window.clearTimeout(timer);
    if (document.hidden) return;
    const all = part.dataset.live.split(' ');
    const path = all[turn++ % all.length];
    const known = states.get(path);
    const more = known ? { state: known } : { since: part.dataset.at };
    let status = 0;
    try {
      const answer = await fetch(`${path}&${new URLSearchParams(more)}`);
      status = answer.status;
      const state = answer.headers.get('x-state');
      if (state) states.set(path, state);
    } catch {
      // Asked again later.
    }
    // Who has signed out, or left the team, is told with the next page.
    if (status === 404) return;
    failures = status === 200 || status === 204 ? 0 : failures + 1;
    if (status === 200) document.dispatchEvent(new CustomEvent('stale'));
    wait();
  }
  function use() {
    const isLate = Date.now() - usedAt > 2 * MINUTE_MS;
    usedAt = Date.now();
    if (isLate) ask();
  }
  for (const name of ['keydown', 'pointerdown', 'pointermove'])
    document.addEventListener(name, use, { passive: true });
  document.addEventListener('visibilitychange', () => (document.hidden ? wait() : ask()));
  // A page that the browser has kept is shown again.
  window.addEventListener('pageshow', (event) => event.persisted && ask());
  wait();
})();
