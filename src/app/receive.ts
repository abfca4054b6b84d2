/** A delivery -> its receipt: known ids and wrong signatures stop here, and a failed one may come again. */
import type { Logger } from 'pino';
import type { Probot } from 'probot';

import type { Deliveries } from './deliveries.ts';
import type { Delivery, Receipt } from './webhook-listener.ts';

export function receiver(
  probot: Probot,
  deliveries: Deliveries,
  log: Logger,
): (delivery: Delivery) => Promise<Receipt> {
  return async ({ id, name, signature, payload }) => {
    if (!(await probot.webhooks.verify(payload, signature))) return 'bad-signature';
    if (!deliveries.isNew(id)) return 'repeated';
    try {
      await probot.webhooks.verifyAndReceive({ id, name, signature, payload });
      return 'accepted';
    } catch (error) {
      deliveries.forget(id);
      log.error({ err: error, delivery: id, event: name }, 'the event could not be handled');
      return 'failed';
    }
  };
}
