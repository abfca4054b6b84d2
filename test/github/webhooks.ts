/** Events -> signed deliveries to the App's address: in order, held back, shuffled, or twice. */
import { createHmac, randomUUID } from 'node:crypto';
import type { Contract } from './contract.ts';
import type { Delivery } from './delivery.ts';
import type { Journal } from './journal.ts';
import type { Json } from './json.ts';
import type { Installation, Repository, State } from './state.ts';

export interface WebhookEvent {
  readonly event: string;
  readonly action: string | null;
  readonly installation: Installation;
  readonly repository: Repository | null;
  readonly payload: Readonly<Record<string, Json>>;
}

export interface WebhookTarget {
  url: string | undefined;
  readonly secret: string;
  /** Milliseconds; GitHub waits ten seconds. */
  readonly timeout: number;
}

/** GitHub sends these without a subscription. */
const ALWAYS: ReadonlySet<string> = new Set([
  'installation',
  'installation_repositories',
  'check_run',
  'check_suite',
]);

export interface WebhookWorld {
  readonly state: State;
  readonly contract: Contract;
  readonly journal: Journal;
}

function contractKey(event: string, action: string | null): string {
  return [event, ...(action ? [action] : [])].join('-').replaceAll('_', '-');
}

export class Webhooks {
  readonly #world: WebhookWorld;
  readonly #target: WebhookTarget;
  readonly #deliveries: Delivery[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #held: Delivery[] | undefined;

  constructor(world: WebhookWorld, target: WebhookTarget) {
    this.#world = world;
    this.#target = target;
  }

  /** Sends to the App if it is subscribed; done when the App has answered or its time is over. */
  async send(event: WebhookEvent): Promise<void> {
    const { installation, action, payload } = event;
    if (!ALWAYS.has(event.event) && !installation.events.includes(event.event)) return;
    const name = contractKey(event.event, action);
    for (const problem of this.#world.contract.eventErrors(name, payload))
      this.#world.journal.violation(
        `webhook ${name}`,
        `the stand-in's own payload is not GitHub's: ${problem}`,
      );
    const delivery = this.#newDelivery(event, randomUUID());
    if (this.#held) this.#held.push(delivery);
    else await this.#deliver(delivery);
  }

  /** From now on deliveries wait for `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends what was held, one after the other, in the order that `order` gives; later ones go at once again. */
  async release(order: (held: readonly Delivery[]) => readonly Delivery[] = (held) => held): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const delivery of order(held)) await this.#deliver(delivery);
  }

  /** The same delivery once more with the same id, as after a person's or the App's request to redeliver. */
  async redeliver(delivery: Delivery): Promise<void> {
    await this.#deliver({ ...delivery, id: this.#world.state.nextId(), redelivery: true });
  }

  /** The same delivery once more although nobody asked: GitHub promises "at least once" to nobody, yet it happens. */
  async repeat(delivery: Delivery): Promise<void> {
    await this.#deliver({ ...delivery, id: this.#world.state.nextId() });
  }

  deliveries(): readonly Delivery[] {
    return [...this.#deliveries];
  }

  /** Starts without waiting, for events that happen inside an API request of the App itself. */
  start(event: WebhookEvent): void {
    this.#track(this.send(event));
  }

  startRedelivery(id: number): boolean {
    const delivery = this.#deliveries.find((entry) => entry.id === id);
    if (delivery) this.#track(this.redeliver(delivery));
    return delivery !== undefined;
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #track(work: Promise<void>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  #newDelivery(event: WebhookEvent, guid: string): Delivery {
    const { state } = this.#world;
    return {
      id: state.nextId(),
      guid,
      event: event.event,
      action: event.action,
      installationId: event.installation.id,
      repositoryId: event.repository?.id ?? null,
      redelivery: false,
      payload: event.payload,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/stand-in',
        'x-github-delivery': guid,
        'x-github-event': event.event,
        'x-github-hook-id': String(state.app.id),
        'x-github-hook-installation-target-id': String(state.app.id),
        'x-github-hook-installation-target-type': 'integration',
      },
      deliveredAt: state.now(),
      duration: 0,
      statusCode: 0,
      response: '',
    };
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { url, secret, timeout } = this.#target;
    if (!url) return;
    this.#deliveries.push(delivery);
    const body = JSON.stringify(delivery.payload);
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const started = performance.now();
    delivery.deliveredAt = this.#world.state.now();
    try {
      const headers = { ...delivery.headers, 'x-hub-signature-256': signature };
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(timeout),
      });
      delivery.response = await response.text();
      delivery.statusCode = response.status;
    } catch (error) {
      delivery.statusCode = error instanceof Error && error.name === 'TimeoutError' ? 504 : 502;
      delivery.response = String(error);
    }
    delivery.duration = (performance.now() - started) / 1000;
    const name = delivery.action ? `${delivery.event}.${delivery.action}` : delivery.event;
    this.#world.journal.line(
      `-> ${name}${delivery.redelivery ? ' (redelivery)' : ''} ${delivery.statusCode}`,
    );
  }
}
