using System.Diagnostics;
using System.Globalization;

namespace DbIngest.Bench.SqlServer;

/// <summary>
/// Starts the tests' endpoint as a process that parses rows, counts them and keeps none. It stays on one core, and this process
/// keeps to the others.
/// </summary>
internal sealed class Sink : IDisposable
{
    private const int OwnCore = 0;

    private readonly Process _process;

    public Sink()
    {
        // artifacts/bin/PROJECT/CONFIGURATION: it is built beside this program.
        string here = AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar);
        string program = Path.GetFullPath(
            Path.Combine(here, "..", "..", "DbIngest.Tds.Endpoint", Path.GetFileName(here), "DbIngest.Tds.Endpoint"));
        if (!File.Exists(program))
        {
            throw new InvalidOperationException($"{program} is not there: dotnet build -c Release tests/Tds.Endpoint");
        }

        // The sink has one core, and the clients the others.
        var start = PinnedCores.StartOn(OwnCore, program, ["0", "sink"]);
        start.RedirectStandardInput = true;
        start.RedirectStandardOutput = true;
        _process = Process.Start(start)!;
        string said = _process.StandardOutput.ReadLine() ?? string.Empty;
        Port = int.Parse(said[(said.LastIndexOf(':') + 1)..], CultureInfo.InvariantCulture);
        if (PinnedCores.AreEnough)
        {
            PinnedCores.Keep(Enumerable.Range(OwnCore + 1, Environment.ProcessorCount - 1));
        }
    }

    public int Port { get; }

    public double CpuS
    {
        get
        {
            _process.Refresh();
            return _process.TotalProcessorTime.TotalSeconds;
        }
    }

    public void Dispose()
    {
        // It ends when its input closes.
        _process.StandardInput.Close();
        _process.WaitForExit(TimeSpan.FromSeconds(5));
        _process.Dispose();
    }
}
