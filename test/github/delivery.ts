/** One webhook event on its way to the App, with what came of each attempt. */
import type { Json } from './json.ts';

export interface Delivery {
  readonly id: number;
  /** `X-GitHub-Delivery`: a redelivery keeps it. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly installationId: number;
  readonly repositoryId: number | null;
  readonly redelivery: boolean;
  readonly payload: Readonly<Record<string, Json>>;
  readonly headers: Readonly<Record<string, string>>;
  deliveredAt: Date;
  /** Seconds. */
  duration: number;
  /** 0 while it is held; 502 when nobody listens, 504 after ten seconds, as GitHub shows them. */
  statusCode: number;
  response: string;
}

function statusOf(code: number): string {
  if (code === 502) return 'failed to connect to host';
  if (code === 504) return 'timed out';
  return code >= 200 && code < 300 ? 'OK' : 'Invalid HTTP Response';
}

export function showDeliveryItem(delivery: Delivery): Record<string, Json> {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt.toISOString(),
    redelivery: delivery.redelivery,
    duration: delivery.duration,
    status: statusOf(delivery.statusCode),
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

export function showDelivery(delivery: Delivery): Record<string, Json> {
  return {
    ...showDeliveryItem(delivery),
    url: '',
    request: { headers: delivery.headers, payload: delivery.payload },
    response: { headers: {}, payload: delivery.response },
  };
}
