/**
 * Endpoints of a running instance: its API and, once ready, DynamoDB with its first table, and queues,
 * buckets and secrets by their short names in the template.
 */
export type Instance = {
  baseUrl: string;
  /** What requests to the endpoints below are signed with; drawn again at each start. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  dynamodbEndpoint?: string;
  tableName?: string;
  queues?: { endpoint: string; urls: Record<string, string> };
  buckets?: { endpoint: string; names: Record<string, string> };
  secrets?: { endpoint: string; arns: Record<string, string> };
  /** The endpoint of CloudFront's API. */
  cloudFront?: string;
  /** The limits of the environment, as JSON. */
  rateLimits?: string | undefined;
};

/** The content of `running.json` in the home folder while an instance runs. */
export type RunningNote = Instance & { pid: number };
