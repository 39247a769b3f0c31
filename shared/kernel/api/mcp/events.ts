import type { JsonSchema } from '../../core/json-schema.ts';

/**
 * The MCP extension for events (SEP-3415), by webhook and by polling. The codes are those of its first sketch, which the clients that
 * exist understand; the draft's later ones are -32023 and following.
 */
export const eventErrors = {
  notFound: -32011,
  forbidden: -32012,
  exhausted: -32013,
  unsupported: -32014,
  callback: -32015,
} as const;

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
  /** The position to continue from; null begins with the next event. */
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

/** The parameters that identify a subscription of one client. */
export interface SubscriptionName {
  name: string;
  arguments: Record<string, unknown>;
  delivery: { url: string };
}

/** The parameters of `events/subscribe`. */
export interface SubscribeRequest extends SubscriptionName {
  delivery: { mode: string; url: string; secret: string };
  /** The requested lifetime in milliseconds; null for the maximum. */
  ttlMs?: number | null | undefined;
}

export interface SubscribeAnswer {
  id: string;
  /** The time at which it expires unless the client subscribes again. */
  refreshBefore: string;
  /** Always null: callbacks do not resume from a position, clients poll for missed events. */
  cursor: null;
  truncated: false;
  /** Set if the subscription existed before. */
  deliveryStatus?: {
    active: boolean;
    lastDeliveryAt: string | null;
    lastError: string | null;
    failedSince?: string;
  };
}

/** The events of an endpoint, for the caller of one request. */
export interface McpEvents {
  offered: () => Promise<readonly OfferedEvent[]>;
  poll: (request: PollRequest) => Promise<PollAnswer>;
  subscribe: (request: SubscribeRequest) => Promise<SubscribeAnswer>;
  unsubscribe: (request: SubscriptionName) => Promise<Record<string, never>>;
}

/** An error that is returned to the client unchanged; without a code, its parameters are invalid. */
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
