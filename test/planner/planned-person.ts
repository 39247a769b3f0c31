import type { ScheduledBlock } from '../../shared/planning/scheduling/placements/placement.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { dataOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import type { RequestOptions } from '../support/client.ts';
import { until } from '../support/until.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { workingTimeApi } from '../working-time/working-time-api.ts';

const always = [{ start: '00:00', end: '24:00' }];
const everyDay = {
  monday: always,
  tuesday: always,
  wednesday: always,
  thursday: always,
  friday: always,
  saturday: always,
  sunday: always,
};

/** A time zone in which it is about one in the morning, so that no midnight divides what is planned next. */
function zoneOfEarlyMorning(now = new Date()): string {
  const hours = ((25 - now.getUTCHours() + 11) % 24) - 11;
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** A member of a team who works around the clock, so that plans begin now. */
export async function newPlannedPerson(workspace: TestWorkspace, team: Team) {
  const person: Person = await workspace.person('member', [team]);
  const stories: StoryApi = storyApi(workspace, person.client);
  const time = workingTimeApi(workspace, person.client, person.id);
  await time.workAt({ timeZone: zoneOfEarlyMorning(), weekly: everyDay });
  const schedule = (query: RequestOptions['query'] = {}) =>
    person.client.get(`${workspace.path}/schedule`, query);
  const blocks = async (query: RequestOptions['query'] = {}): Promise<ScheduledBlock[]> =>
    dataOf(await schedule({ limit: 100, ...query }), 200);
  /** Waits until a story has a status, and returns it. */
  async function untilIs(story: Pick<Story, 'id'>, status: string): Promise<Story> {
    await until(async () => (await stories.read(story.id)).autoSchedulingStatus === status);
    return await stories.read(story.id);
  }
  return {
    ...person,
    stories,
    time,
    schedule,
    blocks,
    untilIs,
    blocksOf: async ({ id }: Pick<Story, 'id'>) => (await blocks()).filter(({ storyId }) => storyId === id),
    /** Creates a story for the person's planner. */
    add: (minutes: number, fields: object = {}): Promise<Story> =>
      stories.create({
        teamId: team.id,
        assigneeId: person.id,
        autoSchedulingEnabled: true,
        estimatedDurationMinutes: minutes,
        ...fields,
      }),
  };
}

export const minutesOf = (blocks: readonly Pick<ScheduledBlock, 'startDate' | 'endDate'>[]): number =>
  blocks.reduce((sum, { startDate, endDate }) => sum + Date.parse(endDate) - Date.parse(startDate), 0) /
  60_000;
