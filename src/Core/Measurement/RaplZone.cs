using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Measurement;

/// <summary>
/// The energy counter of a processor package or of its memory: a zone of Linux's power capping framework
/// (Documentation/power/powercap/powercap.rst). <see cref="EnergyMeter"/> opens the zones of this machine anew for each trial.
/// <c>energy_uj</c> counts microjoules and begins again at 0 after <c>max_energy_range_uj</c>, within minutes on a loaded server,
/// so it must be read more often than that.
/// </summary>
internal sealed class RaplZone : IEnergyCounter
{
    private const string Zones = "intel-rapl:";
    private const double MicrojoulesPerJoule = 1e6;

    private readonly string _counter;
    private readonly long? _range;
    private long _last;

    private RaplZone(string folder, string name)
    {
        Name = name;
        _counter = Path.Combine(folder, "energy_uj");
        _range = ProcText.Number(Path.Combine(folder, "max_energy_range_uj"));
        if (ProcText.Number(_counter) is { } first)
        {
            _last = first;
        }
        else
        {
            Obstacle = $"the RAPL counter of {name} cannot be read, which needs root on most machines: run as root, or make "
                + $"{_counter} readable";
        }
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public double Joules { get; private set; }

    /// <inheritdoc/>
    public string? Obstacle { get; private set; }

    /// <inheritdoc/>
    public string? Fault => Obstacle;

    /// <summary>
    /// Opens the zones that add up to processors and memory: each package, and memory that a package does not contain
    /// (<c>dram</c>). Cores are part of a package, and <c>psys</c> counts the same energy once more.
    /// </summary>
    /// <param name="powercap">The folder of the framework, <c>/sys/class/powercap</c>.</param>
    /// <returns>Empty where the machine has no such counters.</returns>
    public static IReadOnlyList<RaplZone> Open(string powercap) =>
    [
        .. from folder in ProcText.Folders(powercap)
           where Path.GetFileName(folder).StartsWith(Zones, StringComparison.Ordinal)
           let name = ProcText.ReadText(Path.Combine(folder, "name"))
           where name is not null && (name.StartsWith("package", StringComparison.Ordinal) || name == "dram")
           select new RaplZone(folder, NameOf(folder, name)),
    ];

    /// <inheritdoc/>
    public void Read()
    {
        if (Obstacle is not null)
        {
            return;
        }

        long? now = ProcText.Number(_counter);
        if (now is null || (now < _last && !(_range >= _last)))
        {
            Obstacle = $"the RAPL counter of {Name} {(now is null ? "could not be read any more" : "went back")} during the trial";
            return;
        }

        long used = now.Value >= _last ? now.Value - _last : _range!.Value - _last + now.Value;
        Joules += used / MicrojoulesPerJoule;
        _last = now.Value;
    }

    /// <summary>
    /// Adds the package's number to the name of a memory zone, since each package has a memory zone of that name.
    /// </summary>
    private static string NameOf(string folder, string name) =>
        name == "dram" ? $"dram-{Path.GetFileName(folder).Split(':')[1]}" : name;
}
