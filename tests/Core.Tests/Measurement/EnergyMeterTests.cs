using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Measurement;

namespace DbIngest.Core.Tests.Measurement;

/// <summary>
/// Counters in a made sysfs. Names and units are those of the kernel's documents: Documentation/power/powercap/powercap.rst and
/// Documentation/ABI/testing/sysfs-class-power.
/// </summary>
public sealed class EnergyMeterTests : IDisposable
{
    /// <summary>The range of a real package: 2^32 units of 61 microjoules.</summary>
    private const long Range = 262_143_328_850;

    private readonly string _root = Directory.CreateTempSubdirectory("dbingest-sysfs-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void Stop_PackagesAndMemory_AddsThemAndLeavesOutTheirParts()
    {
        Zone("intel-rapl:0", "package-0", 1_000_000);
        Zone("intel-rapl:0:0", "core", 500_000);
        Zone("intel-rapl:0:2", "dram", 10);
        Zone("intel-rapl:1", "package-1", 7);
        Zone("intel-rapl:2", "psys", 7);
        Zone("intel-rapl-mmio:0", "package-0", 7);
        var meter = new EnergyMeter(_root);
        foreach (string zone in new[] { "intel-rapl:0", "intel-rapl:0:0", "intel-rapl:0:2", "intel-rapl:1", "intel-rapl:2",
            "intel-rapl-mmio:0" })
        {
            Count(zone, 3_000_000);
        }

        meter.Read();
        meter.EndIngest();
        Count("intel-rapl:1", 3_500_000);
        meter.Read();
        var use = meter.Stop();
        use.NotMeasured.ShouldBeNull();
        use.Joules.ShouldNotBeNull().ShouldBe(2 + 2.99999 + 2.999993, 1e-9);
        use.SettleJoules.ShouldNotBeNull().ShouldBe(0.5, 1e-9);
        use.Covers.ShouldBe(["package-0", "dram-0", "package-1"]);
    }

    [Fact]
    public void Read_ACounterThatBeginsAgain_CountsOn()
    {
        Zone("intel-rapl:0", "package-0", Range - 1_000_000);
        var meter = new EnergyMeter(_root);
        Count("intel-rapl:0", 2_000_000);
        meter.Read();
        Count("intel-rapl:0", 2_500_000);
        meter.Read();
        meter.EndIngest();
        meter.Stop().Joules.ShouldNotBeNull().ShouldBe(3.5, 1e-9);
    }

    [Fact]
    public void Stop_ACounterThatWentBackWithoutARange_IsNotMeasured()
    {
        Zone("intel-rapl:0", "package-0", 5_000_000, range: null);
        var meter = new EnergyMeter(_root);
        Count("intel-rapl:0", 2_000_000);
        meter.Read();
        meter.EndIngest();
        meter.Stop().ShouldSatisfyAllConditions(
            use => use.Joules.ShouldBeNull(),
            use => use.NotMeasured.ShouldBe("the RAPL counter of package-0 went back during the trial"));
    }

    [Fact]
    public void Stop_OnePackageThatCannotBeRead_GivesNoPartialFigure()
    {
        Zone("intel-rapl:0", "package-0", 1);
        Zone("intel-rapl:1", "package-1", 1);
        Write("class/powercap/intel-rapl:1/energy_uj", string.Empty);
        var meter = new EnergyMeter(_root);
        meter.Read();
        meter.EndIngest();
        meter.Stop().NotMeasured.ShouldNotBeNull().ShouldContain("package-1 cannot be read");
    }

    [Theory]
    [InlineData(10, true)]
    [InlineData(9, false)]
    public void Stop_ABatteryInUse_NeedsTenSteps(int steps, bool isMeasured)
    {
        Battery("BAT0", "Discharging", 50_000_000);
        Write("class/power_supply/hidpp_battery_0/type", "Battery");
        Write("class/power_supply/hidpp_battery_0/scope", "Device");
        Write("class/power_supply/AC/type", "Mains");
        var meter = new EnergyMeter(_root);
        for (int step = 1; step <= steps; step++)
        {
            Battery("BAT0", "Discharging", 50_000_000 - (10_000 * step));
            meter.Read();
            meter.Read();
        }

        meter.EndIngest();
        var use = meter.Stop();

        // A step is 10 mWh, which is 36 J.
        use.Joules.ShouldBe(isMeasured ? 360 : null);
        (use.NotMeasured is null).ShouldBe(isMeasured);
        (use.Covers?[0] ?? "BAT0").ShouldBe("BAT0");
    }

    /// <summary>One step in the ingestion, and nine while the database settled: the ingestion took 1 to 72 J.</summary>
    [Fact]
    public void Stop_StepsOfSettling_AreNotThoseOfTheIngestion()
    {
        Battery("BAT0", "Discharging", 50_000_000);
        var meter = new EnergyMeter(_root);
        for (int step = 1; step <= BatteryGauge.FewestSteps; step++)
        {
            Battery("BAT0", "Discharging", 50_000_000 - (10_000 * step));
            meter.Read();
            if (step == 1)
            {
                meter.EndIngest();
            }
        }

        var use = meter.Stop();
        use.Joules.ShouldBeNull();
        use.NotMeasured.ShouldNotBeNull().ShouldStartWith("the gauge of BAT0 moved 1 times");
    }

    [Fact]
    public void Stop_PluggedInDuringTheTrial_IsNotMeasured()
    {
        Battery("BAT0", "Discharging", 50_000_000);
        var meter = new EnergyMeter(_root);
        Battery("BAT0", "Charging", 49_000_000);
        meter.Read();
        meter.EndIngest();
        meter.Stop().NotMeasured.ShouldBe("the machine does not run on BAT0, whose status is Charging");
    }

    [Fact]
    public void Stop_RaplForRootAlone_TakesABatteryInUse()
    {
        Zone("intel-rapl:0", "package-0", 1);
        Write("class/powercap/intel-rapl:0/energy_uj", string.Empty);
        Battery("BAT0", "Discharging", 50_000_000);
        var meter = new EnergyMeter(_root);
        meter.EndIngest();
        meter.Stop().NotMeasured.ShouldNotBeNull().ShouldStartWith("the gauge of BAT0 moved 0 times");
    }

    [Fact]
    public void Stop_NoCounter_SaysSo()
    {
        var meter = new EnergyMeter(Path.Combine(_root, "missing"));
        meter.Read();
        meter.EndIngest();
        meter.Stop().NotMeasured.ShouldBe("this machine has no energy counter: neither RAPL nor a battery");
    }

    [Fact]
    public void Sampler_WithACounter_ReportsIngestAndSettling()
    {
        Zone("intel-rapl:0", "package-0", 0);
        using var sampler = new TrialSampler([], [], () => 1, TimeSpan.FromHours(1), new EnergyMeter(_root));
        sampler.Start(Stopwatch.GetTimestamp());
        Count("intel-rapl:0", 4_000_000);
        sampler.EndIngest();
        Count("intel-rapl:0", 5_000_000);
        var energy = sampler.Stop().Energy;
        energy.Joules.ShouldBe(4);
        energy.SettleJoules.ShouldBe(1);
    }

    private void Zone(string zone, string name, long microjoules, long? range = Range)
    {
        Write($"class/powercap/{zone}/name", name);
        if (range is { } most)
        {
            Write($"class/powercap/{zone}/max_energy_range_uj", most.ToString(CultureInfo.InvariantCulture));
        }

        Count(zone, microjoules);
    }

    private void Count(string zone, long microjoules) =>
        Write($"class/powercap/{zone}/energy_uj", microjoules.ToString(CultureInfo.InvariantCulture));

    private void Battery(string name, string status, long microwattHours)
    {
        Write($"class/power_supply/{name}/type", "Battery");
        Write($"class/power_supply/{name}/status", status);
        Write($"class/power_supply/{name}/energy_now", microwattHours.ToString(CultureInfo.InvariantCulture));
    }

    private void Write(string path, string text)
    {
        string file = Path.Combine(_root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text + "\n");
    }
}
