import { sheetPath } from './sheet-path.ts';

/**
 * The stylesheet of feedback portals. The colors specific to a portal, with `--brand` in their names, are
 * inlined in each page.
 */
export const portalStylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f8f8f7;
  --surface: #ffffff;
  --text: #1b1c1f;
  --quiet: #5a5d66;
  --line: #e2e3e7;
  --edge: #868a93;
  --danger: #a1222b;
  --pending: #8b8e98; --reviewing: #b7791f; --planned: #3b6fd4; --in_progress: #8b5cf6; --completed: #2f9e58; --closed: #6b6e76;
  --shade: 0 1px 2px rgb(20 20 30 / 5%), 0 4px 16px rgb(20 20 30 / 4%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #111215;
    --surface: #1a1b20;
    --text: #ededf0;
    --quiet: #a7abb5;
    --line: #2e3037;
    --edge: #7f838d;
    --danger: #ff9a98;
    --shade: none;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--brand); text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 2px; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; letter-spacing: -0.015em; text-wrap: balance; margin: 0; }
p { margin: 0 0 1rem; }
ul, ol { margin: 0 0 1rem; padding-left: 1.4rem; }
ul.plain { list-style: none; padding: 0; margin: 0; }
.wrap { width: 100%; max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
.skip { position: absolute; left: -100vw; top: 0; z-index: 2; padding: 0.6rem 1rem; background: var(--surface); }
.skip:focus { left: 0; }
.masthead { background: var(--surface); border-bottom: 1px solid var(--line); border-top: 4px solid var(--brand-raw); }
.masthead .wrap { display: flex; align-items: center; gap: 1rem; padding-top: 0.9rem; padding-bottom: 0.9rem; }
.brand { display: flex; align-items: center; gap: 0.7rem; min-width: 0; flex: 1 1 auto; color: inherit; font-size: 1.1rem; font-weight: 700; letter-spacing: -0.015em; text-decoration: none; }
.who a, .foot a, .item h2 a, .item h3 a, .mini h3 a, .news h2 a { display: inline-block; padding: 0.15rem 0; min-height: 1.5rem; }
.brand img, .brand .initial { flex: none; width: 2.5rem; height: 2.5rem; border-radius: 0.65rem; }
.brand img { object-fit: contain; }
.brand .initial { display: grid; place-items: center; background: var(--brand-raw); color: var(--on-brand-raw); font-size: 1.25rem; }
.who { display: flex; flex: 0 1 auto; min-width: 0; align-items: center; gap: 0.9rem; white-space: nowrap; font-size: 0.9rem; color: var(--quiet); }
.who span, .who a { overflow: hidden; text-overflow: ellipsis; max-width: 16rem; }
.tabs { background: var(--surface); border-bottom: 1px solid var(--line); }
.tabs ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0 auto; padding: 0 1.25rem; }
.tabs a { display: block; padding: 0.7rem 0; color: var(--quiet); font-weight: 600; text-decoration: none; border-bottom: 3px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--text); border-color: var(--line); }
.tabs a[aria-current] { color: var(--brand); border-color: var(--brand); }
main { flex: 1; padding: clamp(1.5rem, 4vw, 2.75rem) 0 4rem; }
.intro { margin-bottom: 1.75rem; max-width: 44rem; }
.intro h1, .article h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); letter-spacing: -0.025em; }
.intro p { margin: 0.6rem 0 0; color: var(--quiet); font-size: 1.05rem; }
.intro .own { white-space: pre-line; }
.columns { display: grid; gap: 1.5rem 2.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 56rem) { .columns { grid-template-columns: 14rem minmax(0, 1fr); } }
.side h2 { font-size: 0.85rem; letter-spacing: 0.02em; color: var(--quiet); margin: 0 0 0.5rem; }
.side nav + nav { margin-top: 1rem; }
.choices { display: flex; flex-wrap: wrap; gap: 0.4rem; }
@media (max-width: 55.99rem) { .side { min-width: 0; } .columns { gap: 1rem; } .side[open] summary { margin-bottom: 1rem; } }
.side summary { padding: 0.55rem 0.9rem; min-height: 2.75rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.65rem; color: var(--quiet); font-size: 0.95rem; cursor: pointer; }
.side summary span { color: var(--text); font-weight: 600; margin-right: 0.35rem; }
@media (min-width: 56rem) { @supports selector(::details-content) { .side summary { display: none; } .side::details-content { content-visibility: visible; } } .side summary { margin-bottom: 1rem; } }
@media (min-width: 56rem) { .side nav + nav { margin-top: 1.5rem; } .side .choices { flex-direction: column; gap: 0.15rem; } .side .choices a { border-color: transparent; border-radius: 0.5rem; } }
.choices a { display: block; padding: 0.3rem 0.75rem; min-height: 2rem; color: var(--text); text-decoration: none; border: 1px solid var(--line); border-radius: 2rem; font-size: 0.95rem; }
.choices a:hover { border-color: var(--edge); }
.choices a[aria-current] { background: var(--brand-tint); color: var(--brand); border-color: transparent; font-weight: 600; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem; margin-bottom: 1rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.search { display: flex; gap: 0.5rem; margin-bottom: 1rem; }
.search input { flex: 1 1 auto; min-width: 0; }
.search .button { flex: none; white-space: nowrap; }
.found { margin: 0; color: var(--quiet); font-size: 0.95rem; }
.send { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.25rem; margin-top: 1.5rem; }
.items { display: grid; gap: 0.75rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 0.9rem; box-shadow: var(--shade); }
.item { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); gap: 1rem; padding: 1rem 1.1rem; align-items: start; }
.item h2, .item h3, .mini h3 { font-size: 1.0625rem; }
.item h2 a, .item h3 a, .mini h3 a, .news h2 a { color: inherit; text-decoration: none; }
.item h2 a:hover, .item h3 a:hover, .mini h3 a:hover, .news h2 a:hover { color: var(--brand); text-decoration: underline; }
.item p { margin: 0.2rem 0 0; color: var(--quiet); }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.9rem; margin-top: 0.6rem; font-size: 0.875rem; color: var(--quiet); }
.status { display: inline-flex; align-items: center; gap: 0.4rem; color: var(--text); font-weight: 600; }
.status::before { content: ""; width: 0.6rem; height: 0.6rem; border-radius: 50%; background: currentcolor; }
.status.pending::before { background: var(--pending); } .status.reviewing::before { background: var(--reviewing); }
.status.planned::before { background: var(--planned); } .status.in_progress::before { background: var(--in_progress); }
.status.completed::before { background: var(--completed); } .status.closed::before { background: var(--closed); }
.vote { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 0.1rem; width: 3.5rem; min-height: 3.75rem; padding: 0.4rem 0; font: inherit; font-weight: 700; line-height: 1.2; color: var(--text); background: transparent; border: 1px solid var(--edge); border-radius: 0.7rem; text-decoration: none; cursor: pointer; font-variant-numeric: tabular-nums; }
.vote:hover { border-color: var(--brand); color: var(--brand); }
.vote[aria-pressed="true"] { background: var(--brand); border-color: var(--brand); color: var(--on-brand); }
.vote svg { width: 1rem; height: 1rem; }
.button { display: inline-block; min-height: 2.75rem; padding: 0.55rem 1.15rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--on-brand); background: var(--brand); border: 1px solid var(--brand); border-radius: 0.65rem; cursor: pointer; }
.button:hover { filter: brightness(0.94); color: var(--on-brand); }
.link { padding: 0; min-height: 1.5rem; font: inherit; color: var(--brand); background: none; border: 0; text-decoration: underline; cursor: pointer; }
.more { display: block; margin-top: 1.25rem; text-align: center; }
.empty { padding: 3rem 1.5rem; text-align: center; color: var(--quiet); }
.empty h1 { color: var(--text); margin-bottom: 0.4rem; font-size: 1.5rem; }
.empty .button { margin-top: 0.75rem; }
.empty h2 { color: var(--text); margin-bottom: 0.4rem; font-size: 1.15rem; }
.empty p:last-child { margin: 0; }
.lanes { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
@media (min-width: 48rem) { .lanes { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
.lane h2 { font-size: 1.05rem; margin-bottom: 0.75rem; }
.lane ul { display: grid; gap: 0.75rem; }
.mini { padding: 0.9rem 1rem; }
.mini p { margin: 0.25rem 0 0; color: var(--quiet); font-size: 0.95rem; }
.narrow { max-width: 48rem; margin-inline: auto; }
.article .item { padding: 0; }
.news { overflow: hidden; }
.news + .news { margin-top: 1.5rem; }
.news .inside { padding: 1.25rem clamp(1.1rem, 3vw, 1.75rem) 1.4rem; }
.news h2 { font-size: 1.35rem; }
.news .inside > p { margin: 0.5rem 0 0; color: var(--quiet); }
.date { display: block; color: var(--quiet); font-size: 0.9rem; margin-bottom: 0.3rem; }
.cover { display: block; width: 100%; aspect-ratio: 16 / 6; object-fit: cover; background: var(--brand-tint); }
.article .cover { border-radius: 0.9rem; margin: 1.25rem 0; }
.article header .facts { margin: 0.75rem 0 1.25rem; }
.lead { font-size: 1.15rem; color: var(--quiet); margin: 0.75rem 0 0; }
.prose { font-size: 1.0625rem; margin-inline: -0.25rem; padding-inline: 0.25rem; overflow-x: auto; }
.prose > :last-child { margin-bottom: 0; }
.prose h2, .prose h3, .prose h4, .prose h5 { margin: 1.75rem 0 0.6rem; }
.prose h2 { font-size: 1.35rem; } .prose h3 { font-size: 1.15rem; }
.prose code { padding: 0.1em 0.35em; font-size: 0.9em; background: var(--brand-tint); border-radius: 0.3rem; }
.prose pre { padding: 1rem; overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 0.7rem; overflow-wrap: normal; }
.prose pre code { padding: 0; background: none; }
.prose blockquote { margin: 0 0 1rem; padding: 0 0 0 1rem; border-left: 4px solid var(--brand); color: var(--quiet); }
.prose blockquote > :last-child, .prose li > :last-child { margin-bottom: 0; }
.prose blockquote blockquote blockquote { padding-left: 0.5rem; border-left-width: 2px; }
.prose .source { white-space: pre-wrap; overflow-wrap: anywhere; }
.prose table { display: block; overflow-x: auto; border-collapse: collapse; margin-bottom: 1rem; }
.prose th, .prose td { padding: 0.4rem 0.75rem; border: 1px solid var(--line); text-align: left; }
.prose img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: contain; background: var(--surface); border: 1px solid var(--line); border-radius: 0.7rem; }
.prose hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
ul.said { display: grid; gap: 0.75rem; margin: 0 0 1.5rem; }
.said li { padding: 0.9rem 1.1rem; }
.said .facts { margin: 0 0 0.3rem; }
.said strong { color: var(--text); }
.said p { margin: 0; white-space: pre-line; }
section.part { margin-top: 2.5rem; }
section.part > h2 { font-size: 1.25rem; margin-bottom: 0.9rem; }
label { display: block; margin-bottom: 0.3rem; font-weight: 600; }
.field { margin-bottom: 1.1rem; }
.hint { margin: 0.3rem 0 0; color: var(--quiet); font-size: 0.9rem; }
input:not([type="hidden"]), textarea, select { width: 100%; min-height: 2.75rem; padding: 0.55rem 0.75rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 0.6rem; }
textarea { min-height: 8rem; resize: vertical; }
.thanks { padding: 0.75rem 1rem; margin-bottom: 1.5rem; background: var(--brand-tint); color: var(--brand); border-radius: 0.6rem; font-weight: 600; }
.sheet { padding: clamp(1.25rem, 4vw, 2rem); }
.notice { margin: 0 0 1.25rem; padding: 0.75rem 1rem; border: 1px solid var(--danger); border-left-width: 4px; border-radius: 0.4rem; color: var(--danger); }
.foot { border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9rem; }
.foot .wrap { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline; justify-content: space-between; padding-top: 1.1rem; padding-bottom: 1.4rem; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) { a, .vote, .button { transition: color 0.12s, background-color 0.12s, border-color 0.12s; } }
@media (forced-colors: active) { .card, .button, .vote { border: 1px solid; } .status::before { forced-color-adjust: none; } }
.staff { padding: 0 0.45rem; border: 1px solid var(--edge); border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; color: var(--text); }
.tag { padding: 0 0.45rem; border: 1px solid var(--edge); border-radius: 0.3rem; font-size: 0.8125rem; color: var(--text); }
.official .card { border-inline-start: 4px solid var(--brand); }
@media print { .tabs, .who, .foot, .vote, form { display: none; } }
`;

export const portalStylesheetPath = sheetPath('portal', portalStylesheet);
