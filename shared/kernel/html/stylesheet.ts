import { sheetPath } from './sheet-path.ts';

/** The one stylesheet of all pages: light and dark by the reader's choice, from a phone's width up. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4;
  --surface: #ffffff;
  --text: #1d1e20;
  --quiet: #5b5e66;
  --line: #d9dadf;
  --field-line: #85888f;
  --accent: #3b3fb6;
  --accent-hover: #2c2f92;
  --on-accent: #ffffff;
  --danger: #a1222b;
  --note: #fff5d6;
  --note-line: #b58a1b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131417;
    --surface: #1c1e22;
    --text: #ececef;
    --quiet: #a9acb5;
    --line: #34373e;
    --field-line: #82868f;
    --accent: #a9adff;
    --accent-hover: #c6c9ff;
    --on-accent: #16173d;
    --danger: #ff9a98;
    --note: #2f2913;
    --note-line: #c9a13a;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: break-word;
}
.top {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  align-items: center;
  justify-content: space-between;
  max-width: 46rem;
  margin: 0 auto;
  padding: 1rem 1.25rem;
}
.brand { font-weight: 700; letter-spacing: -0.01em; color: inherit; text-decoration: none; }
.brand:hover { color: var(--accent); }
.brand img { margin-right: 0.6rem; border-radius: 0.4rem; object-fit: contain; vertical-align: middle; }
body:has(.card) .top { max-width: 30.5rem; }
.account { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; color: var(--quiet); font-size: 0.9rem; min-width: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem 3rem; }
.card {
  max-width: 28rem;
  margin: clamp(0.5rem, 6vh, 4rem) auto 0;
  padding: clamp(1.25rem, 5vw, 2rem);
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
}
h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; }
h2 { margin: 0 0 0.35rem; font-size: 1.0625rem; line-height: 1.35; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
.small { font-size: 0.9rem; }
ul.plain { list-style: none; margin: 0 0 1rem; padding: 0; }
ul.ticks { margin: 0 0 1.25rem; padding-left: 1.25rem; }
ul.ticks li { margin-bottom: 0.35rem; }
.item {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem 1.5rem;
  align-items: center;
  justify-content: space-between;
  padding: 1rem 1.25rem;
  margin-bottom: 0.75rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
}
.item > div { flex: 1 1 16rem; min-width: 0; }
.item h2, .item h3 { margin: 0; font-size: 1.0625rem; line-height: 1.35; }
.item .field { flex: 1 1 16rem; margin: 0; }
.item summary { padding: 0.5rem 0; cursor: pointer; color: var(--accent); }
.item p { margin: 0.15rem 0 0; }
.claim { padding: 0.6rem 1rem; font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere; border: 1px dashed var(--field-line); border-radius: 0.5rem; }
.notice { margin: 0 0 1.25rem; padding: 0.75rem 1rem; background: var(--note); border-left: 4px solid var(--note-line); border-radius: 0.375rem; }
.notice.bad { background: transparent; border: 1px solid var(--danger); border-left-width: 4px; color: var(--danger); }
.notice p:last-child { margin-bottom: 0; }
label { display: block; margin-bottom: 0.3rem; font-weight: 600; }
.hint { margin: 0.3rem 0 0; color: var(--quiet); font-size: 0.9rem; }
.field { margin-bottom: 1.1rem; }
input:not([type="hidden"]), select {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--field-line);
  border-radius: 0.5rem;
}
input[type="radio"], input[type="checkbox"] { width: 1.5rem; min-height: 1.5rem; vertical-align: middle; }
button, .button {
  display: inline-block;
  min-height: 2.75rem;
  padding: 0.55rem 1.1rem;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  color: var(--on-accent);
  background: var(--accent);
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
button.second, .button.second { color: var(--text); background: transparent; border-color: var(--field-line); }
button.second:hover, .button.second:hover { background: transparent; border-color: var(--text); }
button.danger { color: var(--danger); background: transparent; border-color: var(--danger); }
button.danger:hover { text-decoration: underline; }
button.link { min-height: 1.5rem; padding: 0.1rem 0; font-weight: 400; color: var(--accent); background: none; border: 0; text-decoration: underline; }
button.link:hover { color: var(--accent-hover); }
.wide button, .wide .button { width: 100%; }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
legend { margin-bottom: 0.75rem; padding: 0; font-weight: 600; }
.choice { display: flex; gap: 0.6rem; align-items: center; min-height: 2.75rem; }
.choice input { flex: none; width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0; accent-color: var(--accent); }
.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.choices > * { flex: 1 1 9rem; }
a { color: var(--accent); }
a:hover { color: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) { button, .button, input { transition: background-color 0.12s, border-color 0.12s; } }
@media (forced-colors: active) { button, .button, .card, .item { border: 1px solid; } }
`;

/** Where it is served. */
export const stylesheetPath = sheetPath('style', stylesheet);
