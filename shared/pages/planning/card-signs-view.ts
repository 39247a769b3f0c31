import { html, type Html } from '../../kernel/html/html.ts';

/** The signs of cards, each drawn once and used by its name: fonts do not all have them. */
const drawn = {
  dots: html`<circle cx="3" cy="8" r="1.5" /><circle cx="8" cy="8" r="1.5" /><circle
      cx="13"
      cy="8"
      r="1.5"
    />`,
  low: bars(1),
  medium: bars(2),
  high: bars(3),
  urgent: html`<path
    fill-rule="evenodd"
    d="M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Zm4 3v5h2V4Zm0 6.5v2h2v-2Z"
  />`,
  due: clock('M7.25 4v4.5l3 1.8.75-1.2-2.25-1.4V4Z'),
  late: clock('M7.25 4v5h1.5V4Zm0 6.5V12h1.5v-1.5Z'),
  done: html`<path
    d="m2.5 8.5 3.5 3.5 7.5-8"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  />`,
} as const satisfies Record<string, Html>;

type SignName = keyof typeof drawn;

/** Three bars, of which some are filled. */
function bars(filled: number): Html {
  return html`${[1, 2, 3].map(
    (bar) =>
      html`<rect
        x="${5 * bar - 4}"
        y="${13 - 4 * bar}"
        width="3.5"
        height="${4 * bar + 1}"
        rx="1"
        ${bar > filled && html`opacity=".3"`}
      />`,
  )}`;
}

function clock(hands: string): Html {
  return html`<path
    fill-rule="evenodd"
    d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z${hands}"
  />`;
}

/** All signs, for a page that uses them. */
export const drawnSigns = html`<svg hidden>
  ${Object.entries(drawn).map(
    ([name, shape]) => html`<symbol id="${name}" viewBox="0 0 16 16" fill="currentColor">${shape}</symbol>`,
  )}
</svg>`;

/** A sign that is described elsewhere. */
export const bareSign = (name: SignName): Html => html`<svg><use href="#${name}" /></svg>`;

/** A sign that stands for words. */
export const sign = (name: SignName, says: string): Html =>
  html`<svg role="img">
    <title>${says}</title>
    <use href="#${name}" />
  </svg>`;
