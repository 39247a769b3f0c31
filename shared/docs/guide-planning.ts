import { html } from '../pages/html.ts';
import { BASE_URL } from './base-url.ts';
import { block, operationLink, type Guide, type GuideSource } from './guide.ts';

const API = `${BASE_URL}/api/v1/workspaces/$WORKSPACE`;
const AUTH = '-H "Authorization: Bearer $TOKEN"';

const first = (noun: string) => `$(curl -s "${API}/${noun}?limit=1" ${AUTH} | jq -r '.data[0].id')`;
const begin = `SPRINT=${first('sprints')}
OBJECTIVE=${first('objectives')}
STORY=${first('stories')}`;
const proposed = `curl "${API}/sprints/$SPRINT/plan" ${AUTH}`;
const forecast = `curl "${API}/objectives/$OBJECTIVE/forecast" ${AUTH}`;
const fan = `curl "${API}/objectives/$OBJECTIVE/forecast" ${AUTH} -H "Accept: image/svg+xml" > forecast.svg`;
const week = `curl "${API}/schedule?assigneeId=me" ${AUTH}`;
const explained = `curl "${API}/stories/$STORY/schedule" ${AUTH}`;
const preview = `curl "${API}/schedule/preview" ${AUTH} -H "Content-Type: application/json" -d @- <<JSON
{ "stories": [{ "storyId": "$STORY", "priority": "urgent" }] }
JSON`;

/** From a cadence and working hours to a week that is planned, and dates that explain themselves. */
export const planningGuide = (source: GuideSource): Guide => ({
  slug: 'planning',
  title: 'Plan with Plotline',
  lead: 'Sprints that run themselves, forecasts that say what they rest on, and a week that is planned for you.',
  parts: [
    {
      id: 'cadence',
      title: 'Sprints that run themselves',
      content: html`<p>
          ${operationLink('updateSprintCadence', source)} sets how long a team's sprints are, on which weekday
          and in which time zone they start, and what becomes of unfinished stories. The service then makes,
          starts and closes the sprints; one that is changed by hand is left alone. A closed sprint keeps its
          report (${operationLink('getSprintReport', source)}). On the command line, this is
          <code>plotline cadence set ENG --weeks 2</code>.
        </p>
        ${block('The examples of this page use these variables', begin)}
        <p>
          ${operationLink('getSprintPlan', source)} proposes stories of the backlog for a sprint, by priority
          and relations, as far as the team's capacity goes. Send those that you agree with to
          ${operationLink('applySprintPlan', source)}, which moves all of them or none. On the command line:
          <code>plotline sprint plan ENG --apply</code>; AI clients propose with
          <code>analyze_sprint</code> and apply with <code>create_sprint</code>.
        </p>
        ${block('What fits into the sprint, and what does not', proposed)}`,
    },
    {
      id: 'forecasts',
      title: 'Forecasts',
      content: html`<p>
          ${operationLink('getObjectiveForecast', source)} runs 10,000 simulations of the team's own weeks.
          <code>p85</code> is the date that should hold in 85 of 100 cases. <code>delays</code> says what puts
          it off and by how many days, <code>withFewerStories</code> what leaving out stories would bring, and
          <code>assumptions</code> what all of it rests on. With too little history there are no dates.
        </p>
        ${block('The dates of an objective', forecast)} ${block('The same as a picture', fan)}
        <p>
          How far can they be trusted? Asked from every 30th day of four public projects' histories, up to ten
          years long, 84 % of 560 such dates held. <code>calibration</code> says how many of your own team's
          past dates did.
        </p>`,
    },
    {
      id: 'schedule',
      title: 'A planned week',
      content: html`<p>
          People set when they work with ${operationLink('updateWorkingHours', source)}, days off with
          ${operationLink('createTimeOff', source)} and meetings with
          ${operationLink('createBusyTime', source)}. A story with <code>autoSchedulingEnabled</code>, an
          assignee and <code>estimatedDurationMinutes</code> is then placed into their free time: due dates
          and priority first, after what blocks it, and never in pieces shorter than
          <code>minimumFocusBlockMinutes</code>. Plans follow changes within seconds.
        </p>
        ${block('Your blocks, each with the reason why it stands there', week)}
        ${block('Why a story stands where it does', explained)}
        <p>
          ${operationLink('previewSchedule', source)} tells what a change would move and why, and keeps
          nothing.
          <code>autoSchedulingStatus</code> is <code>at_risk</code> for a story that ends after it is due, and
          <code>cannot_fit</code> for one without room.
        </p>
        ${block('What a higher priority would move', preview)}`,
    },
  ],
});
