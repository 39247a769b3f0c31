import { sheetPath } from './sheet-path.ts';

/** Styles specific to the documentation pages. */
export const docsStylesheet = `
:root { --code: #ecedf1; --get: #1f6f43; --post: #3b3fb6; --put: #8a5a00; --delete: #a1222b;
  --h-key: #3b3fb6; --h-string: #1f6f43; --h-value: #8a4b00; --h-word: #86198f; }
@media (prefers-color-scheme: dark) {
  :root { --code: #26282e; --get: #7fd6a3; --post: #a9adff; --put: #e9bd6b; --delete: #ff9a98;
    --h-key: #a9adff; --h-string: #7fd6a3; --h-value: #e9bd6b; --h-word: #e6a6f2; }
}
html { scroll-padding-top: 1rem; }
body { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; }
.top { width: 100%; max-width: 78rem; }
.skip { position: absolute; left: -100vw; top: 0; padding: 0.75rem 1rem; background: var(--surface); }
.skip:focus { left: 0; z-index: 1; }
.top nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
main { width: 100%; max-width: 50rem; margin: 0; padding: 0 1.25rem 4rem; justify-self: center; }
.map { padding: 0 1.25rem; }
.map ul { list-style: none; margin: 0 0 1rem; padding: 0; }
.map li a { display: block; padding: 0.25rem 0.5rem; border-radius: 0.375rem; text-decoration: none; color: var(--text); }
.map li a:hover { background: var(--code); }
.map a[aria-current] { background: var(--code); font-weight: 600; color: var(--accent); }
.map ul ul { margin: 0.15rem 0 0.35rem 0.65rem; border-left: 1px solid var(--line); font-size: 0.875rem; }
.map ul ul a { color: var(--quiet); }
.map .heading { margin: 0 0 0.25rem 0.5rem; color: var(--quiet); font-size: 0.8125rem; font-weight: 600; }
.map details { margin-bottom: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; }
.map summary { padding: 0.6rem 0.75rem; font-weight: 600; }
.map details > div { padding: 0 0.5rem 0.25rem; }
.map form { display: flex; gap: 0.5rem; margin-bottom: 1rem; }
.map form input { min-width: 0; }
.map form button { flex: none; padding: 0.55rem 0.75rem; }
.found { padding-left: 1.5rem; }
.found a { display: inline-block; padding: 0.1rem 0; font-weight: 600; }
.found p { margin: 0 0 0.75rem; font-size: 0.9375rem; }
mark { padding: 0 0.1em; border-radius: 0.2em; color: inherit; background: var(--note); text-decoration: underline; }
.map .wide-only { display: none; }
summary { cursor: pointer; }
@media (min-width: 60rem) {
  body { grid-template-columns: minmax(1.25rem, 1fr) 15rem minmax(0, 54rem) minmax(1.25rem, 1fr); }
  .top { grid-column: 2 / 4; padding: 1rem 0 1rem 0.75rem; max-width: none; }
  .map { grid-column: 2; padding: 0; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; align-self: start; padding: 0.5rem 0.25rem 2rem; }
  .map .narrow-only { display: none; }
  .map .wide-only { display: block; }
  main { grid-column: 3; padding: 0 0 4rem 2.5rem; justify-self: start; max-width: 54rem; }
}
body:not(:has(.map)) { display: block; }
body:not(:has(.map)) main, body:not(:has(.map)) .top { max-width: 50rem; margin: 0 auto; padding-left: 1.25rem; padding-right: 1.25rem; }
main h1 { font-size: 1.875rem; margin: 0.5rem 0 0.75rem; }
main h2 { font-size: 1.3125rem; margin: 2.5rem 0 0.6rem; letter-spacing: -0.01em; text-wrap: balance; }
main h3 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
main section.operation, main section.object { border-top: 1px solid var(--line); margin-top: 2.5rem; }
main section > h2:first-child { margin-top: 1.75rem; }
.anchor { margin-left: 0.35em; color: var(--quiet); font-weight: 400; text-decoration: none; }
.anchor:hover { color: var(--accent); text-decoration: underline; }
.lead { font-size: 1.125rem; color: var(--quiet); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
pre code { font-size: inherit; }
:not(pre) > code { padding: 0.1em 0.3em; background: var(--code); border-radius: 0.25rem; overflow-wrap: anywhere; }
pre { margin: 0 0 1rem; padding: 0.85rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; line-height: 1.5; }
.h-attr, .h-attribute, .h-function, .h-name, .h-property, .h-tag, .h-title { color: var(--h-key); }
.h-string, .h-regexp, .h-meta { color: var(--h-string); }
.h-number, .h-literal, .h-variable, .h-subst, .h-symbol { color: var(--h-value); }
.h-keyword, .h-built_in { color: var(--h-word); }
.h-comment { color: var(--quiet); }
figure { position: relative; margin: 0 0 1rem; }
button.copy { position: absolute; top: -0.25rem; right: 0; min-height: 1.75rem; padding: 0.1rem 0.6rem; font-size: 0.8125rem; color: var(--text); background: var(--surface); border-color: var(--field-line); }
button.copy:hover { background: var(--code); border-color: var(--text); }
figure:has(.copy) figcaption { min-height: 1.75rem; padding-right: 4.5rem; }
.copied { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.example > * { min-width: 0; }
figcaption { margin-bottom: 0.3rem; color: var(--quiet); font-size: 0.9rem; }
figcaption a { display: inline-block; padding: 0.1rem 0; }
.route { display: flex; flex-wrap: wrap; gap: 0.35rem 0.6rem; align-items: baseline; margin: 0 0 0.75rem; }
.route > code { background: none; padding: 0; font-size: 0.9375rem; overflow-wrap: anywhere; min-width: 0; }
.verb { font: 700 0.8125rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--post); }
.verb.GET { color: var(--get); }
.verb.PUT, .verb.PATCH { color: var(--put); }
.verb.DELETE { color: var(--delete); }
ul.index { list-style: none; margin: 0 0 1rem; padding: 0; }
ul.index li { display: grid; grid-template-columns: 4.25rem minmax(0, 1fr); gap: 0.25rem 0.5rem; align-items: baseline; padding: 0.3rem 0; border-bottom: 1px solid var(--line); }
.mark { display: inline-block; padding: 0 0.45rem; border: 1px solid var(--note-line); border-radius: 1rem; background: var(--note); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
dl { margin: 0 0 1rem; }
dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1rem; font-size: 0.9375rem; }
dl.facts dt { color: var(--quiet); }
dl.facts dd { margin: 0; }
dl.fields { border-top: 1px solid var(--line); }
dl.fields > div { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
dl.fields dt { display: flex; flex-wrap: wrap; gap: 0.1rem 0.6rem; align-items: baseline; }
dl.fields dt code { background: none; padding: 0; }
dl.fields dt > code { font-weight: 600; }
dl.fields .type { color: var(--quiet); font-size: 0.9rem; }
dl.fields .must { color: var(--danger); font-size: 0.8125rem; font-weight: 600; }
dl.fields dd { margin: 0.15rem 0 0; font-size: 0.9375rem; }
main details { margin: 0 0 1rem; }
main summary { padding: 0.3rem 0; font-weight: 600; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 0.75rem; padding: 0; margin: 0 0 1.5rem; list-style: none; }
.cards li { margin: 0; padding: 0.9rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.6rem; }
.cards a { font-weight: 600; }
.cards a, main h3 a { display: inline-block; padding: 0.1rem 0; }
.cards p { margin: 0.2rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
main li { margin-bottom: 0.25rem; }
@media (min-width: 75rem) {
  body:has(.example) { grid-template-columns: minmax(1.25rem, 1fr) 15rem minmax(0, 70rem) minmax(1.25rem, 1fr); }
  body:has(.example) main { max-width: 70rem; }
  body:has(.example) main > :not(section), .operation > :not(.example), .object > * { max-width: 51.5rem; }
  .example { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1.25rem; align-items: start; }
}
@media print { .copy, .map, .top nav, .skip { display: none; } body { display: block; } }
`;

/** Where it is served. */
export const docsStylesheetPath = sheetPath('docs', docsStylesheet);
