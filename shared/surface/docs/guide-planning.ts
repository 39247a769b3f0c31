import { html } from '../../kernel/html/html.ts';
import { BASE_URL } from './base-url.ts';
import { block, operationLink, type Guide, type GuideSource } from './guide.ts';

const API = `${BASE_URL}/api/v1/workspaces/$WORKSPACE`;
const AUTH = '-H "Authorization: Bearer $TOKEN"';
const JSON_BODY = '-H "Content-Type: application/json" -d';

const first = (noun: string) => `$(curl -s "${API}/${noun}?limit=1" ${AUTH} | jq -r '.data[0].id')`;

const team = `ZONE=Europe/Berlin
ME=$(curl -s "${BASE_URL}/api/v1/me" ${AUTH} | jq -r .data.principalId)
CODE=TRY$RANDOM
TEAM=$(curl -s "${API}/teams" ${AUTH} ${JSON_BODY} "{ \\"name\\": \\"Trial\\", \\"code\\": \\"$CODE\\" }" | jq -r .data.id)`;
const cadence = `curl -X PUT "${API}/teams/$TEAM/sprint-cadence" ${AUTH} ${JSON_BODY} @- <<JSON
{ "enabled": true, "lengthWeeks": 2, "startsOn": "monday", "timeZone": "$ZONE", "unfinished": "roll_over" }
JSON`;
const made = `curl "${API}/sprints?teamId=$TEAM" ${AUTH}`;
const proposed = `SPRINT=${first('sprints')}
curl "${API}/sprints/$SPRINT/plan" ${AUTH}`;

const hours = `DAY='[{ "start": "09:00", "end": "12:30" }, { "start": "13:30", "end": "17:00" }]'
HOURS=$(curl -s "${API}/members/$ME/working-hours" ${AUTH} | jq -r .data.updatedAt)
[ "$HOURS" = null ] || HOURS="\\"$HOURS\\""
curl -X PUT "${API}/members/$ME/working-hours" ${AUTH} ${JSON_BODY} @- <<JSON
{ "expectedUpdatedAt": $HOURS, "timeZone": "$ZONE", "weekly":
  { "monday": $DAY, "tuesday": $DAY, "wednesday": $DAY, "thursday": $DAY, "friday": $DAY } }
JSON`;
const stories = `DUE=$(date -u -d '+7 days' +%F 2>/dev/null || date -u -v+7d +%F)
for N in 1 2 3 4 5 6 7 8 9 10; do
curl "${API}/stories" ${AUTH} -H "Idempotency-Key: trial-$TEAM-$N" ${JSON_BODY} @- <<JSON | jq -r .data.reference
{ "teamId": "$TEAM", "title": "Step $N", "assigneeId": "$ME", "endDate": "$DUE",
  "autoSchedulingEnabled": true, "estimatedDurationMinutes": 120, "minimumFocusBlockMinutes": 60 }
JSON
done
STORY=$(curl -s "${API}/stories?teamId=$TEAM&limit=1" ${AUTH} | jq -r '.data[0].id')`;
const week = `curl "${API}/schedule?assigneeId=me&limit=5" ${AUTH}`;
const drawn = `curl "${API}/schedule?assigneeId=me" ${AUTH} -H "Accept: image/svg+xml" > week.svg`;
const terminal = `npx plotline schedule "$ME" -w "$WORKSPACE"`;

const preview = `TODAY=$(date -u +%F)
curl "${API}/schedule/preview" ${AUTH} ${JSON_BODY} @- <<JSON
{ "stories": [{ "storyId": "$STORY", "endDate": "$TODAY" }] }
JSON`;
const previewed = `npx plotline schedule preview "$CODE-10" --due "$TODAY" -w "$WORKSPACE"`;
const moved = `VERSION=$(curl -s "${API}/stories/$STORY" ${AUTH} | jq -r .data.updatedAt)
curl -X PATCH "${API}/stories/$STORY" ${AUTH} ${JSON_BODY} @- <<JSON
{ "expectedUpdatedAt": "$VERSION", "endDate": "$TODAY" }
JSON`;
const explained = `curl "${API}/stories/$STORY/schedule" ${AUTH}`;
const forecast = `OBJECTIVE=${first('objectives')}
curl "${API}/objectives/$OBJECTIVE/forecast" ${AUTH}`;
const fan = `curl "${API}/objectives/$OBJECTIVE/forecast" ${AUTH} -H "Accept: image/svg+xml" > forecast.svg`;

/** From a cadence and working hours to a week that is planned, and dates that explain themselves. */
export const planningGuide = (source: GuideSource): Guide => ({
  slug: 'planning',
  title: 'Plan with Plotline',
  lead: 'Sprints that run themselves, a week that is planned for you, and forecasts that say what they rest on. Paste the examples from top to bottom.',
  parts: [
    {
      id: 'cadence',
      title: 'Sprints that run themselves',
      content: html`<p>
          Set <code>TOKEN</code> and <code>WORKSPACE</code> as in <a href="/docs#begin">the first calls</a>.
          As an admin, create a team to try this in; as a member, set <code>TEAM</code> to the id of one of
          yours.
        </p>
        ${block('A team, you, and your time zone', team)}
        <p>
          ${operationLink('updateSprintCadence', source)} sets how long a team's sprints are, on which weekday
          and in which time zone they start, and what becomes of unfinished stories. The service then makes,
          starts and closes the sprints; one that is changed by hand is left alone. A closed sprint keeps its
          report (${operationLink('getSprintReport', source)}).
        </p>
        ${block('Sprints of two weeks, from Monday on', cadence)} ${block('The sprints, moments later', made)}
        <p>
          ${operationLink('getSprintPlan', source)} proposes stories of the backlog for a sprint, by priority
          and relations, as far as the team's capacity goes. Send those that you agree with to
          ${operationLink('applySprintPlan', source)}, which moves all of them or none. AI clients propose
          with <code>analyze_sprint</code> and apply with <code>create_sprint</code>.
        </p>
        ${block('What fits into the newest sprint, and what does not', proposed)}`,
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
        ${block('Your working hours', hours)} ${block('Ten stories of two hours, due in a week', stories)}
        ${block('Moments later: your next blocks, each with the reason why it stands there', week)}
        ${block('The same as a picture, to open in a browser', drawn)}
        ${block('The same in the terminal, in the folder that runs the service', terminal)}`,
    },
    {
      id: 'changes',
      title: 'What a change moves',
      content: html`<p>
          ${operationLink('previewSchedule', source)} shows what a change of stories, hours or days off would
          move and why, and stores nothing: <code>moved</code> has each story with its place before and after
          and an <code>explanation</code>, <code>newlyAtRisk</code> those that would be late.
        </p>
        ${block('What slips if the tenth story were due today', preview)}
        ${block('The same in the terminal', previewed)} ${block('Make it so', moved)}
        ${block('Moments later: when the story is planned now, and why then', explained)}
        <p>
          <code>autoSchedulingStatus</code> is <code>at_risk</code> for a story that ends after it is due, and
          <code>cannot_fit</code> for one without room. Endpoints that subscribe to
          <code>schedule.changed</code> are notified of each story whose blocks move.
        </p>`,
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
        ${block('The dates of the newest objective', forecast)} ${block('The same as a picture', fan)}
        <p>
          How far can they be trusted? Asked from every 30th day of four public projects' histories, up to ten
          years long, when the next 10, 30 and 100 changes would be done, 84 % of 560 such dates held. They
          were 1.7 times as far away as the actual ones, in the median; dates from the average of the last 28
          days were 1.1 times as far and held in 60 %. <code>calibration</code> says how many of your own
          team's past dates held.
        </p>`,
    },
  ],
});
