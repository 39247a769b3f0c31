import { wholeTable, type FunctionNeeds } from '../../kernel/core/needs.ts';
import { UNPROCESSED_PREFIX } from '../../projections/unprocessed-record.ts';

/** The functions behind the table's stream, queues and schedules (functions/<name>.ts), and what each needs. */
export const workers = {
  projector: {
    table: wholeTable,
    bucketPrefix: UNPROCESSED_PREFIX,
    attachments: 'delete',
    mailQueue: 'send',
    jobQueue: 'send',
  },
  'webhook-dispatcher': { table: wholeTable, queue: 'send', bucketPrefix: UNPROCESSED_PREFIX },
  'webhook-delivery': { table: wholeTable, queue: 'send', secrets: ['KEYRING_ARN'], assumesRoles: true },
  'key-rotation': { table: wholeTable, secrets: ['KEYRING_ARN'], rotates: ['KEYRING_ARN'] },
  'edge-key-rotation': {
    table: [],
    secrets: ['EDGE_KEY_ARN'],
    rotates: ['EDGE_KEY_ARN'],
    edge: 'update',
  },
  canary: { table: [] },
  // It reads calendars at addresses that are stored encrypted.
  'job-worker': {
    table: wholeTable,
    jobQueue: 'send',
    attachments: 'writeExports',
    secrets: ['KEYRING_ARN'],
  },
  'job-runner': { table: ['read', 'index'], jobQueue: 'send' },
  'webhook-sweeper': { table: wholeTable, queue: 'send' },
  'mail-sender': { table: ['read', 'write'], mailQueue: 'send', mail: 'send', secrets: ['KEYRING_ARN'] },
  'mail-sweeper': { table: ['read', 'index'], mailQueue: 'send' },
  'mail-notices': { table: ['read', 'write'] },
  'inbound-mail': {
    table: wholeTable,
    inboundMail: 'read',
    inboundQueue: 'send',
    attachments: 'serve',
    secrets: ['KEYRING_ARN'],
  },
} satisfies Record<string, FunctionNeeds>;
