using System.Diagnostics;
using System.Runtime.InteropServices;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Waits until a moment of the monotonic clock without burning the core that a local database needs: long waits in the
/// framework's milliseconds, which cancellation ends at once, the last part in the operating system's own sleep, which is
/// late by some 50 microseconds. What a wake-up is late by is part of an arrival's response time.
/// </summary>
internal static partial class PreciseWait
{
    private const double Coarse = 2e-3;

    /// <summary>Waits.</summary>
    /// <param name="timestamp">The moment, on the clock of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Ends the waiting early.</param>
    public static void Until(long timestamp, CancellationToken cancellation)
    {
        while (!cancellation.IsCancellationRequested)
        {
            double left = (timestamp - Stopwatch.GetTimestamp()) / (double)Stopwatch.Frequency;
            if (left <= 0)
            {
                return;
            }

            if (left > Coarse)
            {
                cancellation.WaitHandle.WaitOne((int)Math.Min(int.MaxValue, (left - (Coarse / 2)) * 1e3));
            }
            else if (OperatingSystem.IsLinux() || OperatingSystem.IsMacOS())
            {
                var time = new TimeSpec { Seconds = 0, Nanoseconds = (nint)(left * 1e9) };
                _ = Sleep(time, 0);
            }
            else
            {
                Thread.Yield();
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int Sleep(in TimeSpec time, nint remaining);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
