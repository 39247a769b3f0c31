import { randomBytes } from 'node:crypto';

/** What requests to the emulated services are signed with. */
export interface LocalCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Those of this process, drawn again at each start: the command line finds them in `running.json`, which only this user
 * reads. Their id stays the same, since an engine of one's own may keep the data of each id separate.
 */
export const localCredentials: LocalCredentials = {
  accessKeyId: 'local',
  secretAccessKey: randomBytes(32).toString('base64url'),
};
