using System.Diagnostics;
using System.Runtime.InteropServices;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Waits until a moment of the monotonic clock. <see cref="IngestLane"/> calls it in an open loop before each turn that is not
/// due yet. It waits in milliseconds, which can be cancelled, and sleeps for the last 1 to 2 ms, from which the operating system
/// wakes it about 50 microseconds late. Response time includes late wake-ups. On Linux and macOS it occupies no core, which a
/// local database may need. Elsewhere it yields in a loop for the last milliseconds.
/// </summary>
internal static partial class PreciseWait
{
    private const double Coarse = 2e-3;

    /// <summary>Waits until a moment.</summary>
    /// <param name="timestamp">The moment in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <param name="cancellation">Ends the wait early.</param>
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
