// While the page is looked at, it asks whether something has changed, and is then shown as it is by now. One that no one
// uses asks less often, one that is hidden not at all.
const FIRST_MS = 5_000;
const MINUTE_MS = 60_000;

function watch(part: HTMLElement): void {
  const paths = () => (part.dataset.live ?? '').split(' ');
  /** The state of each path, as it was last answered. */
  const states = new Map<string, string>();
  let turn = 0;
  let failures = 0;
  let usedAt = Date.now();
  let timer: number | undefined;

  const pauseAfter = (unusedMs: number): number =>
    unusedMs < 2 * MINUTE_MS ? FIRST_MS : unusedMs < 15 * MINUTE_MS ? 3 * FIRST_MS : MINUTE_MS;
  function wait(): void {
    window.clearTimeout(timer);
    if (document.hidden) return;
    const pause = pauseAfter(Date.now() - usedAt) * 2 ** failures;
    timer = window.setTimeout(() => void look(), Math.min(pause, 5 * MINUTE_MS));
  }
  async function look(): Promise<void> {
    window.clearTimeout(timer);
    if (document.hidden) return;
    const all = paths();
    const path = all[turn++ % all.length]!;
    const state = states.get(path);
    const query = state ? { state } : { since: part.dataset.at ?? '' };
    // Without a connection, it looks later.
    const response = await fetch(`${path}&${new URLSearchParams(query)}`).catch(() => undefined);
    const next = response?.headers.get('x-state');
    if (next) states.set(path, next);
    const status = response?.status;
    // Who has signed out, or left the team, sees so with the next page.
    if (status === 404) return;
    failures = status === 200 || status === 204 ? 0 : failures + 1;
    if (status === 200) document.dispatchEvent(new CustomEvent('stale'));
    wait();
  }
  function use(): void {
    const isLate = Date.now() - usedAt > 2 * MINUTE_MS;
    usedAt = Date.now();
    if (isLate) void look();
  }
  for (const name of ['keydown', 'pointerdown', 'pointermove'])
    document.addEventListener(name, use, { passive: true });
  document.addEventListener('visibilitychange', () => (document.hidden ? wait() : void look()));
  // A page that the browser has kept is shown again.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void look();
  });
  wait();
}

const part = document.querySelector<HTMLElement>('[data-live]');
if (part) watch(part);
