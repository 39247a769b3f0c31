import type {
  BusyTime,
  TimeOff,
  WorkingHours,
} from '../../shared/planning/scheduling/working-time/working-time.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';

/** The working time of a member as one client reads and sets it. */
export function workingTimeApi({ path }: { path: string }, client: Client, memberId: string) {
  const own = `${path}/members/${memberId}`;
  const setHours = (body: object, headers: Record<string, string> = {}) =>
    client.request('PUT', `${own}/working-hours`, { body, headers });
  const addTimeOff = (body: object, headers = {}) => client.post(`${own}/time-off`, body, headers);
  const addBusy = (body: object, headers = {}) => client.post(`${own}/busy`, body, headers);
  return {
    hours: () => client.get(`${own}/working-hours`),
    setHours,
    /** Sets the hours, whatever they are, and returns them; throws where that is refused. */
    async workAt(body: object): Promise<WorkingHours> {
      const { updatedAt }: WorkingHours = dataOf(await client.get(`${own}/working-hours`), 200);
      const version = updatedAt === null ? {} : { expectedUpdatedAt: updatedAt };
      return dataOf(await setHours({ ...version, ...body }), 200);
    },
    addTimeOff,
    takeOff: async (body: object): Promise<TimeOff> => dataOf(await addTimeOff(body), 201),
    timeOff: (query: RequestOptions['query'] = {}) => client.get(`${own}/time-off`, query),
    deleteTimeOff: (id: string, headers = {}) => client.delete(`${own}/time-off/${id}`, headers),
    addBusy,
    beBusy: async (body: object): Promise<BusyTime> => dataOf(await addBusy(body), 201),
    busy: (query: RequestOptions['query'] = {}) => client.get(`${own}/busy`, query),
    deleteBusy: (id: string, headers = {}) => client.delete(`${own}/busy/${id}`, headers),
  };
}

export type WorkingTimeApi = ReturnType<typeof workingTimeApi>;
