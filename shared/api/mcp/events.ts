import type { JsonSchema } from '../../core/json-schema.ts';

/**
 * The MCP extension for events (SEP-3415), by polling. The codes are those of its first sketch, which the clients that
 * exist understand; the draft's later ones are -32023 and following.
 */
export const eventErrors = { notFound: -32011, forbidden: -32012 } as const;

/** What an endpoint declares: the sketch's capability, and the draft's. */
export const eventCapabilities = {
  events: {},
  extensions: { 'io.modelcontextprotocol/events': { listChanged: false } },
};

/** An event as `events/list` declares it; its input schema has the filters. */
export interface OfferedEvent {
  name: string;
  description: string;
  delivery: string[];
  inputSchema: JsonSchema;
  payloadSchema: JsonSchema;
}

/** The parameters of `events/poll`. */
export interface PollRequest {
  name: string;
  arguments: Record<string, unknown>;
  /** Null begins now. */
  cursor: string | null;
  maxAgeMs?: number | undefined;
  maxEvents?: number | undefined;
}

interface PolledEvent {
  eventId: string;
  name: string;
  timestamp: string;
  data: Record<string, unknown>;
}

export interface PollAnswer {
  events: PolledEvent[];
  cursor: string;
  /** Whether events before these are lost or were left out. */
  truncated: boolean;
  hasMore: boolean;
  nextPollMs: number;
}

/** The events of an endpoint, for the caller of one request. */
export interface McpEvents {
  offered: () => readonly OfferedEvent[];
  poll: (request: PollRequest) => Promise<PollAnswer>;
}

/** An error that the client is told as it is; without a code, its parameters are invalid. */
export class EventError extends Error {
  override readonly name = 'EventError';
  readonly code: number | undefined;
  readonly data: Record<string, unknown> | undefined;

  constructor(message: string, code?: number, data?: Record<string, unknown>) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
