using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace DbIngest.Bench;

/// <summary>
/// Keeps a sink and its clients on separate cores, so that neither takes the other's CPU time. <c>Process.ProcessorAffinity</c>
/// cannot: on Linux it moves the main thread alone, and threads of the runtime that run already stay where they are.
/// </summary>
internal static partial class PinnedCores
{
    private const int NoSuchThread = 3; // ESRCH

    /// <summary>True when two processes can have one core each: on Linux with two cores or more.</summary>
    public static bool AreEnough => OperatingSystem.IsLinux() && Environment.ProcessorCount > 1;

    /// <summary>The process to start so that all threads of a program stay on one core from the beginning.</summary>
    /// <param name="core">The core, from 0; ignored unless <see cref="AreEnough"/>.</param>
    /// <param name="program">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    public static ProcessStartInfo StartOn(int core, string program, IEnumerable<string> arguments) => AreEnough
        ? new("taskset", ["-c", core.ToString(CultureInfo.InvariantCulture), program, .. arguments])
        : new(program, arguments);

    /// <summary>Moves every thread of this process to some cores. Threads and processes started later inherit them.</summary>
    /// <param name="cores">The cores, from 0 to 1,023.</param>
    public static void Keep(IEnumerable<int> cores)
    {
        Span<ulong> set = stackalloc ulong[16]; // cpu_set_t: 1,024 bits
        foreach (int core in cores)
        {
            set[core / 64] |= 1UL << (core % 64);
        }

        // Meanwhile a thread that has not been moved may start another one.
        var moved = new HashSet<string>(StringComparer.Ordinal);
        while (Threads(Environment.ProcessId).Where(thread => !moved.Contains(thread)).ToList() is { Count: > 0 } threads)
        {
            foreach (string thread in threads)
            {
                moved.Add(thread);
                if (SetAffinity(int.Parse(thread, CultureInfo.InvariantCulture), set.Length * sizeof(ulong), ref set[0]) != 0
                    && Marshal.GetLastPInvokeError() is not NoSuchThread and var error)
                {
                    throw new Win32Exception(error);
                }
            }
        }
    }

    /// <summary>True when the kernel keeps all threads of a process on one core.</summary>
    /// <param name="process">The process.</param>
    /// <param name="core">The core.</param>
    public static bool Has(int process, int core) => Threads(process).All(thread =>
    {
        try
        {
            return File.ReadLines($"/proc/{process}/task/{thread}/status")
                .Any(line => line == string.Create(CultureInfo.InvariantCulture, $"Cpus_allowed_list:\t{core}"));
        }
        catch (IOException)
        {
            return true; // It has ended.
        }
    });

    private static IEnumerable<string> Threads(int process) =>
        Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task"))
            .Select(folder => Path.GetFileName(folder));

    [LibraryImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    private static partial int SetAffinity(int thread, nint bytes, ref ulong set);
}
