import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { drawnView } from '../../pages/planning/drawn-view.ts';
import { fanPicture } from '../../planning/pictures/fan-picture.ts';
import { layouts, type ChartWords } from '../../planning/pictures/look.ts';

/** Of days that have no date: a page that is built once shows no forecast of the past. */
const FIRST_DAY_MS = Date.parse('2026-11-02T00:00:00Z');
const DAY_MS = 86_400_000;
const forecast = {
  today: new Date(FIRST_DAY_MS),
  completed: 3,
  remaining: 12,
  p50: '2026-11-20T00:00:00.000Z',
  p85: '2026-12-04T00:00:00.000Z',
  p95: '2026-12-18T00:00:00.000Z',
  target: '2026-12-11T00:00:00.000Z',
  probabilityOfTarget: 0.91,
};

/** What the service draws for an objective. */
export const forecastFigure = (
  name: string,
  caption: Fragment,
  words: ChartWords,
  dayNumber: (number: number) => string,
): Html =>
  html`<figure>
    ${drawnView(
      (look) => fanPicture({ ...forecast, name }, look),
      words,
      { layout: layouts.wide, ids: 'sample' },
      (day) => dayNumber(Math.round((day.getTime() - FIRST_DAY_MS) / DAY_MS)),
    )}
    <figcaption>${caption}</figcaption>
  </figure>`;

/** The same as the home page shows it. */
export const homePicture = (t: PageTexts): Html =>
  forecastFigure(t.text('home.samplePasskey'), t.text('home.forecastText'), t, (number) =>
    t.text('home.day', { number }),
  );

interface Card {
  title: PlainText;
  reference: string;
  by?: string;
}

const lanes: readonly { name: PlainText; look: string; cards: readonly Card[] }[] = [
  {
    name: 'story.unstarted',
    look: 'planned',
    cards: [
      { title: 'home.sampleRecover', reference: 'ENG-7', by: 'RR' },
      { title: 'home.sampleSearch', reference: 'ENG-3' },
    ],
  },
  {
    name: 'story.started',
    look: 'in_progress',
    cards: [{ title: 'home.samplePasskey', reference: 'ENG-1', by: 'MM' }],
  },
  {
    name: 'story.completed',
    look: 'completed',
    cards: [
      { title: 'home.sampleStatus', reference: 'ENG-30', by: 'AA' },
      { title: 'home.sampleLinks', reference: 'ENG-29' },
    ],
  },
];

/** A board as members see it. It is one picture to screen readers, with what it shows in words. */
const boardSample = (t: PageTexts): Html =>
  html`<figure>
    <div class="sample" role="img" aria-label="${t.text('home.boardAlt')}">
      <div class="three">
        ${lanes.map(
          ({ name, look, cards }) =>
            html`<div>
              <b class="status ${look}">${t.text(name)}</b>
              ${cards.map(
                ({ title, reference, by }) =>
                  html`<div class="tile">
                    <b>${t.text(title)}</b>
                    <span class="between">${reference} ${by && html`<span class="avatar">${by}</span>`}</span>
                  </div>`,
              )}
            </div>`,
        )}
      </div>
    </div>
    <figcaption>${t.text('home.boardText')}</figcaption>
  </figure>`;

const ideas = [
  { votes: 184, title: 'home.samplePasskey', look: 'in_progress' },
  { votes: 131, title: 'home.sampleShare', look: 'planned' },
  { votes: 117, title: 'home.sampleCalendars', look: 'planned' },
] as const;

const arrow = new Html(
  '<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="2.2"><path d="M3 10.5 8 5.5l5 5"/></svg>',
);

/** A portal as visitors see it. */
const portalSample = (t: PageTexts): Html =>
  html`<figure>
    <div class="sample portal" role="img" aria-label="${t.text('home.portalAlt')}">
      <b class="name">Tidepool</b>
      ${ideas.map(
        ({ votes, title, look }) =>
          html`<div class="tile idea">
            <span class="votes">${arrow}<b>${votes}</b></span>
            <span
              ><b>${t.text(title)}</b><br /><span class="status ${look}"
                >${t.text(`status.${look}`)}</span
              ></span
            >
          </div>`,
      )}
    </div>
    <figcaption>${t.text('home.portalText')}</figcaption>
  </figure>`;

/** What the product looks like to those who work with it. */
export const homeSamples = (t: PageTexts): Html =>
  html`<div class="samples">${boardSample(t)} ${portalSample(t)}</div>`;
