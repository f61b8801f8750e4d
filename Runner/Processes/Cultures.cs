using System.Globalization;
using System.Runtime.InteropServices;

namespace DbIngest.Runner.Processes;

/// <summary>
/// Enables the cultures of ICU if the machine has them, because a driver needs them to connect, and SCRAM to prepare
/// passwords. <c>Program.cs</c> calls it first: later, a culture may be in use.
/// </summary>
/// <remarks>
/// The runtime chooses between ICU and no cultures at the first use of a culture, and ends a process that asks for a missing ICU.
/// In both cases every thread formats and parses by the invariant culture, so that output does not depend on the machine or its
/// language.
/// </remarks>
internal static class Cultures
{
    /// <summary>Makes the choice for the whole process. Nothing may use a culture before, number formatting included.</summary>
    public static void Begin()
    {
        // The build disables cultures. The environment variable DOTNET_SYSTEM_GLOBALIZATION_INVARIANT overrides it.
        if (IsIcuThere())
        {
            AppContext.SetSwitch("System.Globalization.Invariant", false);
        }

        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.DefaultThreadCurrentUICulture = CultureInfo.InvariantCulture;
        CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;
    }

    /// <summary>Tries to load ICU on Linux. Other systems include it.</summary>
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
