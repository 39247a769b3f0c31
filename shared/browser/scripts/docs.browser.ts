import './code-buttons.ts';
import './docs-search.ts';
import './response-choice.ts';
import { byId, findAll, findOne } from '../../kernel/html/scripts/dom.ts';
import { readFromBrowser, storeInBrowser } from './stored.ts';

// Objects are folded, but not what a link leads to.
function openTarget(): void {
  const target = document.getElementById(window.location.hash.slice(1));
  const within = target?.querySelector<HTMLDetailsElement>(':scope > details.folded');
  if (within) within.open = true;
}
window.addEventListener('hashchange', openTarget);
openTarget();

// Examples that do not fit scroll, also with the keyboard.
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const pre = target as HTMLElement;
    if (pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight) pre.tabIndex = 0;
    else pre.removeAttribute('tabindex');
  }
});
for (const pre of findAll('figure pre', findOne('#content'))) sizes.observe(pre);

// The language of examples is kept from page to page.
const language = readFromBrowser('language');
for (const input of findAll<HTMLInputElement>('input[name="language"]')) {
  if (input.value === language) input.checked = true;
  input.addEventListener('change', () => storeInBrowser('language', input.value));
}

// The list of pages stays where the current one is seen, and follows what is read.
const map = document.querySelector<HTMLElement>('.map .wide-only');
const current = map?.querySelector<HTMLElement>('[aria-current="page"]');
const list = map?.closest('.map');
if (current && list) list.scrollTop = current.offsetTop - list.clientHeight / 3;

const sections = (map ? findAll<HTMLAnchorElement>('a[href^="#"]', map) : []).flatMap((link) => {
  const section = byId(link.hash.slice(1));
  return section ? [{ link, section }] : [];
});
const spy = new IntersectionObserver(
  () => {
    const isPassed = ({ section }: { section: HTMLElement }) =>
      section.getBoundingClientRect().top < window.innerHeight / 3;
    const last = sections.findLast(isPassed)?.link;
    for (const { link } of sections) {
      if (link === last) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  },
  { rootMargin: '0px 0px -60% 0px' },
);
for (const { section } of sections) spy.observe(section);
