import ical, { type VEvent } from 'node-ical';
import type { CalendarFeed } from '../../shared/planning/calendar-feeds/calendar-feed.ts';
import type { Answer, Client, RequestOptions } from '../support/client.ts';

/** A feed with its address. */
export interface SecretFeed extends CalendarFeed {
  url: string;
}

/** The operations on calendar feeds as one client calls them. */
export function feedApi({ path }: { path: string }, client: Client) {
  const root = `${path}/calendar-feeds`;
  const send = (body: object, headers: Record<string, string> = {}) => client.post(root, body, headers);
  return {
    root,
    send,
    async create(body: object): Promise<SecretFeed> {
      const { status, json, text } = await send(body);
      if (status !== 201) throw new Error(`createCalendarFeed answered ${status}: ${text}`);
      return { ...(json.data as CalendarFeed), url: json.url as string };
    },
    list: (query: RequestOptions['query'] = {}) => client.get(root, query),
    delete: (id: string, headers: Record<string, string> = {}) => client.delete(`${root}/${id}`, headers),
  };
}

/** Asks for the file of an address as a calendar program does. */
export async function readFile(
  { url }: { url: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type') === 'application/json' && text !== '';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? (JSON.parse(text) as unknown) : {},
  };
}

const textOf = (text: VEvent['summary']): string => (typeof text === 'string' ? text : text.val);

/** The events of a file by their summaries, as a library reads it that had no part in writing it. */
export function eventsIn(file: string): Map<string, VEvent> {
  const found = Object.values(ical.sync.parseICS(file)).filter((one) => one?.type === 'VEVENT');
  return new Map(found.map((event) => [textOf(event.summary), event]));
}

/** The events of an address by their summaries; throws where it has no file. */
export async function readEvents(feed: { url: string }): Promise<Map<string, VEvent>> {
  const { status, text } = await readFile(feed);
  if (status !== 200) throw new Error(`The address answered ${status}: ${text}`);
  return eventsIn(text);
}

/** The days of an event of whole days, of which the second belongs to it no longer. */
export const daysOf = ({ start, end, datetype }: VEvent): string[] => {
  if (datetype !== 'date') throw new Error('It has times.');
  return [start, end!].map(
    (at) =>
      `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`,
  );
};
