import type { Inbox } from '../inbox/inbox.ts';

/** What a seed function is given to work with. */
export type Seed = {
  baseUrl: string;
  dynamodbEndpoint: string;
  /** The name of a table by its logical id; of the first one if left out. */
  tableName: (logicalId?: string) => string;
  inbox?: Inbox;
  home: string;
};
