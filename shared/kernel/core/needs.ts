/** The secrets of an environment, by the variables in which functions find their ARNs. */
export const secretNames = ['KEYRING_ARN', 'SIGN_IN_SECRET_ARN', 'EDGE_KEY_ARN'] as const;
export type SecretName = (typeof secretNames)[number];

/** Secrets that only some environments have: a provider to sign in at, an edge in front of the gateway. */
export const optionalSecrets: readonly SecretName[] = ['SIGN_IN_SECRET_ARN', 'EDGE_KEY_ARN'];

/** The rights and settings that a function needs. The stacks derive its permissions and variables from this alone. */
export interface FunctionNeeds {
  /** Rights on the table, none for a function that does not use it; `index` is to query its indexes. */
  table: readonly ('read' | 'write' | 'index')[];
  secrets?: readonly SecretName[];
  /** Writes new versions of these secrets. */
  rotates?: readonly SecretName[];
  /** Updates the headers that the edge sends to functions. */
  edge?: 'update';
  /** Sends messages to the queue of webhook lanes. */
  queue?: 'send';
  /** Sends messages to the queue of mails, in environments that send mail. */
  mailQueue?: 'send';
  /** Sends messages to the queue of jobs. */
  jobQueue?: 'send';
  /** Sends mails through SES. */
  mail?: 'send';
  /** Sends messages to the queue of received mails. */
  inboundQueue?: 'send';
  /** Reads the mails that SES has received. */
  inboundMail?: 'read';
  /** Puts objects into the bucket of records that could not be processed, under this prefix. */
  bucketPrefix?: string;
  /**
   * Takes and hands out files of attachments, also on pages that upload images, takes and hands out images, deletes
   * both, writes files of exports, or hands these out.
   */
  attachments?: 'serve' | 'servePages' | 'images' | 'delete' | 'writeExports' | 'linkExports';
  /** Reads the files of pages of other releases. */
  pageAssets?: true;
  /** The number of the AWS account, which roles of other accounts trust. */
  accountId?: true;
  /** Assumes roles of other AWS accounts to send them events. */
  assumesRoles?: true;
  /** Reads and writes snapshots of read models. */
  snapshots?: true;
}

/** All rights on the table. */
export const wholeTable: FunctionNeeds['table'] = ['read', 'write', 'index'];
