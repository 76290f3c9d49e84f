/** A simulated slow phone: slow 4G and a CPU slowdown of four. */
import type { CDPSession } from '@playwright/test';

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms of delay. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
};
const slowdown = 4;

/** Slows the network and the processor of the page that this session controls. */
export async function slowDown(wire: CDPSession): Promise<void> {
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', line);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
