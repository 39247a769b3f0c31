import type { Inbox } from '../inbox/inbox.ts';
import type { LocalCredentials } from '../runner/credentials.ts';

/** The input of a seed function. */
export type Seed = {
  baseUrl: string;
  dynamodbEndpoint: string;
  credentials: LocalCredentials;
  /** The name of a table by its logical id; by default of the first table. */
  tableName: (logicalId?: string) => string;
  inbox?: Inbox;
  home: string;
};
