using System.Collections.Frozen;
using System.Text;

namespace DbIngest.Sources.P1;

/// <summary>
/// Names values by their OBIS codes, as far as the P1 companion standards of the Netherlands and Belgium list these. Any other
/// code becomes <c>obis_</c> and the code. <see cref="P1Sniffer"/> calls it per code. Results carry the names: do not change
/// one.
/// </summary>
internal static class P1Names
{
    private static readonly FrozenDictionary<string, string> Known = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["1.8.0"] = "energy_import",
        ["1.8.1"] = "energy_import_t1",
        ["1.8.2"] = "energy_import_t2",
        ["2.8.0"] = "energy_export",
        ["2.8.1"] = "energy_export_t1",
        ["2.8.2"] = "energy_export_t2",
        ["3.8.0"] = "reactive_energy_import",
        ["4.8.0"] = "reactive_energy_export",
        ["1.7.0"] = "power_import",
        ["2.7.0"] = "power_export",
        ["3.7.0"] = "reactive_power_import",
        ["4.7.0"] = "reactive_power_export",
        ["21.7.0"] = "power_import_l1",
        ["41.7.0"] = "power_import_l2",
        ["61.7.0"] = "power_import_l3",
        ["22.7.0"] = "power_export_l1",
        ["42.7.0"] = "power_export_l2",
        ["62.7.0"] = "power_export_l3",
        ["32.7.0"] = "voltage_l1",
        ["52.7.0"] = "voltage_l2",
        ["72.7.0"] = "voltage_l3",
        ["31.7.0"] = "current_l1",
        ["51.7.0"] = "current_l2",
        ["71.7.0"] = "current_l3",
        ["1.4.0"] = "demand",
        ["1.6.0"] = "peak_demand_of_month",
        ["17.0.0"] = "limit",
        ["31.4.0"] = "fuse",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>
    /// Returns the name of a value. Meters of gas, water or heat behind the meter are named by their channel: <c>meter_1</c>.
    /// </summary>
    public static string Of(ReadOnlySpan<byte> code)
    {
        string text = Encoding.ASCII.GetString(code);
        int colon = text.IndexOf(':', StringComparison.Ordinal);
        string rest = text[(colon + 1)..];
        char channel = colon > 0 ? text[colon - 1] : '0';
        return rest is "24.2.1" or "24.2.3" && channel != '0' ? $"meter_{channel}"
            : channel == '0' && Known.TryGetValue(rest, out string? name) ? name
            : $"obis_{text}";
    }
}
