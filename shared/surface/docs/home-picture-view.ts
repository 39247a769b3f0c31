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
