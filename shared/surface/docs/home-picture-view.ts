import { Html, html } from '../../kernel/html/html.ts';
import { fanPicture } from '../../planning/pictures/fan-picture.ts';

const picture = fanPicture({
  title: 'Sign in without a password',
  today: new Date('2026-11-02T00:00:00Z'),
  remaining: 12,
  p50: '2026-11-20T00:00:00.000Z',
  p85: '2026-12-04T00:00:00.000Z',
  p95: '2026-12-18T00:00:00.000Z',
  target: '2026-12-11T00:00:00.000Z',
  probabilityOfTarget: 0.91,
});

/** What the service draws for an objective, with the styles of the page instead of its own. */
export const homePicture: Html = html`<figure class="drawn">
  ${new Html(picture.replace(/<style>.*<\/style>/s, ''))}
  <figcaption>
    When will it be done? Plotline forecasts each sprint and objective from how the team has worked, as JSON
    or as a picture.
  </figcaption>
</figure>`;

interface Card {
  title: string;
  reference: string;
  by?: string;
}

const lanes: readonly { name: string; look: string; cards: readonly Card[] }[] = [
  {
    name: 'To Do',
    look: 'planned',
    cards: [
      { title: 'Recover an account', reference: 'ENG-7', by: 'RR' },
      { title: 'Search by reference', reference: 'ENG-3' },
    ],
  },
  {
    name: 'In Progress',
    look: 'in_progress',
    cards: [{ title: 'Sign in with a passkey', reference: 'ENG-1', by: 'MM' }],
  },
  {
    name: 'Done',
    look: 'completed',
    cards: [
      { title: 'A page for status', reference: 'ENG-30', by: 'AA' },
      { title: 'Shorter links', reference: 'ENG-29' },
    ],
  },
];

/** A board as members see it. It is one picture to screen readers, with what it shows in words. */
const boardSample: Html = html`<figure>
  <div
    class="sample"
    role="img"
    aria-label="A team’s board: two stories to do, one in progress and two done, each with its reference and the initials of its assignee."
  >
    <div class="three">
      ${lanes.map(
        ({ name, look, cards }) =>
          html`<div>
            <b class="status ${look}">${name}</b>
            ${cards.map(
              ({ title, reference, by }) =>
                html`<div class="tile">
                  <b>${title}</b>
                  <span class="between">${reference} ${by && html`<span class="avatar">${by}</span>`}</span>
                </div>`,
            )}
          </div>`,
      )}
    </div>
  </div>
  <figcaption>Your team: a board with the burn-down of the sprint, and a page for each story.</figcaption>
</figure>`;

const ideas = [
  { votes: 212, title: 'A dark theme', look: 'in_progress', status: 'In progress' },
  { votes: 148, title: 'Sync with calendars', look: 'planned', status: 'Planned' },
  { votes: 87, title: 'Export as PDF', look: 'completed', status: 'Done' },
] as const;

const arrow = new Html(
  '<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="2.2"><path d="M3 10.5 8 5.5l5 5"/></svg>',
);

/** A portal as visitors see it. */
const portalSample: Html = html`<figure>
  <div
    class="sample portal"
    role="img"
    aria-label="A feedback portal: the ideas A dark theme with 212 votes, in progress; Sync with calendars with 148, planned; and Export as PDF with 87, done."
  >
    <b class="name">Tidepool</b>
    ${ideas.map(
      ({ votes, title, look, status }) =>
        html`<div class="tile idea">
          <span class="votes">${arrow}<b>${votes}</b></span>
          <span><b>${title}</b><br /><span class="status ${look}">${status}</span></span>
        </div>`,
    )}
  </div>
  <figcaption>Your customers: a portal for ideas and votes, and news of what has shipped.</figcaption>
</figure>`;

/** What the product looks like to those who work with it. */
export const homeSamples: Html = html`<div class="samples">${boardSample} ${portalSample}</div>`;
