using System.Globalization;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Measures energy by the fuel gauges of the batteries, from which the whole machine draws while it is not plugged in (Linux,
/// Documentation/ABI/testing/sysfs-class-power). <see cref="EnergyMeter"/> uses it if RAPL cannot be read. Gauges move in
/// coarse steps, so the figure is reported only after 10 steps. A trial during which the machine was plugged in has none.
/// </summary>
internal sealed class BatteryGauge : IEnergyCounter
{
    /// <summary>Fewest steps for a figure: with fewer, one step is more than a tenth of it.</summary>
    internal const int FewestSteps = 10;

    private const double JoulesPerMicrowattHour = 3.6e-3;

    private readonly string[] _folders;
    private long _last;
    private int _steps;

    private BatteryGauge(string[] folders)
    {
        _folders = folders;
        Name = string.Join('+', folders.Select(Path.GetFileName));
        _last = Energy() ?? 0;
        Obstacle = State();
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public double Joules { get; private set; }

    /// <inheritdoc/>
    public string? Obstacle { get; private set; }

    /// <inheritdoc/>
    public string? Fault => Obstacle ?? (_steps >= FewestSteps ? null : string.Create(CultureInfo.InvariantCulture,
        $"the gauge of {Name} moved {_steps} times during the trial, and {FewestSteps} are needed: measure longer"));

    /// <summary>Opens the batteries that power the machine itself, not those of devices such as a mouse.</summary>
    /// <param name="supplies">The folder of power supplies, <c>/sys/class/power_supply</c>.</param>
    /// <returns>Null for a machine without a battery.</returns>
    public static BatteryGauge? Open(string supplies)
    {
        string[] batteries =
        [
            .. ProcText.Folders(supplies).Where(folder => ProcText.ReadText(Path.Combine(folder, "type")) == "Battery"
                && ProcText.ReadText(Path.Combine(folder, "scope")) != "Device"),
        ];
        return batteries.Length == 0 ? null : new BatteryGauge(batteries);
    }

    /// <inheritdoc/>
    public void Read()
    {
        Obstacle ??= State();
        if (Obstacle is null && Energy() is { } now && now != _last)
        {
            _steps++;
            Joules += (_last - now) * JoulesPerMicrowattHour;
            _last = now;
        }
    }

    /// <summary>
    /// Why the batteries give no figure now. Null if they do. It suffices that one battery discharges and none charges, since
    /// machines with several batteries use one at a time.
    /// </summary>
    private string? State()
    {
        string[] states = [.. _folders.Select(folder => ProcText.ReadText(Path.Combine(folder, "status")) ?? "Unknown")];
        return Energy() is null ? $"{Name} tells no energy in watt-hours"
            : !states.Contains("Discharging") || states.Contains("Charging")
                ? $"the machine does not run on {Name}, whose status is {string.Join(" and ", states)}" : null;
    }

    private long? Energy()
    {
        long?[] each = [.. _folders.Select(folder => ProcText.Number(Path.Combine(folder, "energy_now")))];
        return each.Contains(null) ? null : each.Sum();
    }
}
