using System.Globalization;
using System.Runtime.InteropServices;

namespace DbIngest.Runner.Processes;

/// <summary>
/// Gives the process the cultures of ICU where the machine has it, since SQL Server's driver refuses to connect without.
/// </summary>
/// <remarks>
/// The runtime decides between ICU and no cultures at the first use of one, and ends a process that asks for ICU where there is
/// none. Whatever it decides, every thread reads and writes by the invariant culture: output depends neither on the machine nor
/// on its language.
/// </remarks>
internal static class Cultures
{
    /// <summary>Decides. Call it before anything that uses a culture, formatting a number included.</summary>
    public static void Begin()
    {
        // The build switches cultures off. DOTNET_SYSTEM_GLOBALIZATION_INVARIANT, where the user sets it, overrides the switch.
        if (IsIcuThere())
        {
            AppContext.SetSwitch("System.Globalization.Invariant", false);
        }

        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.InvariantCulture;
        CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;
    }

    /// <summary>Asks the runtime's own loader; systems other than Linux come with ICU.</summary>
    private static bool IsIcuThere()
    {
        try
        {
            return !OperatingSystem.IsLinux() || LoadIcu() != 0;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return false;
        }
    }

    [DllImport("libSystem.Globalization.Native", EntryPoint = "GlobalizationNative_LoadICU")]
    private static extern int LoadIcu();
}
