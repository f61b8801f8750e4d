using System.Runtime.InteropServices;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// SqlClient refuses to connect in a process without cultures, which this product's processes are. Cultures come from ICU, are chosen once and
/// for all at the first use of any, and a process that wants them where ICU is missing is ended by the runtime.
/// </summary>
/// <remarks>What the product reads and writes stays as it is: every thread's culture is the invariant one (a process that has cultures pins it).</remarks>
internal static class SqlClientCultures
{
    private const string Switch = "System.Globalization.Invariant";
    private const string Variable = "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";

    // ICU's versions since the oldest that the runtime takes, and some to come.
    private const int OldestVersion = 50;
    private const int NewestVersion = 99;

    /// <summary>Why the driver does not run in this process, with the remedy; null when it does.</summary>
    public static string? Missing =>
        !IsInvariant ? null
        : IsThere() ? $"this process was started without cultures, which it needs (remedy: set {Variable}=0)"
        : "it needs ICU, which this machine does not have (remedy: install libicu, apt-get install libicu72 for instance; or take --client wire, which needs none)";

    private static bool IsInvariant
    {
        get
        {
            try
            {
                return System.Globalization.CultureInfo.GetCultureInfo("en-US").EnglishName.Contains("Invariant", StringComparison.OrdinalIgnoreCase);
            }
            catch (System.Globalization.CultureNotFoundException)
            {
                return true;
            }
        }
    }

    /// <summary>
    /// Gives this process and its children cultures, where its command may need the driver and the machine has them. To be called before anything
    /// that uses a culture, number formats included: so it compares and builds texts by itself.
    /// </summary>
    /// <param name="arguments">The command.</param>
    public static void Begin(string[] arguments)
    {
        if (Environment.GetEnvironmentVariable(Variable) is null && MayNeedDriver(arguments) && IsThere())
        {
            // A source process inherits the variable; versions of SqlClient from 5.2 on look at the switch as well.
            Environment.SetEnvironmentVariable(Variable, "0");
            AppContext.SetSwitch(Switch, false);
        }

        // With or without, nothing that is read or written goes by another culture than this.
        System.Globalization.CultureInfo.CurrentCulture = System.Globalization.CultureInfo.CurrentUICulture = System.Globalization.CultureInfo.InvariantCulture;
        System.Globalization.CultureInfo.DefaultThreadCurrentCulture = System.Globalization.CultureInfo.DefaultThreadCurrentUICulture = System.Globalization.CultureInfo.InvariantCulture;
    }

    /// <summary>Whether a command names the database without choosing the wire client alone, by itself or by the results it goes on with.</summary>
    internal static bool MayNeedDriver(string[] arguments)
    {
        bool named = false;
        bool wire = false;
        bool driver = false;
        foreach (string argument in arguments)
        {
            named |= Has(argument, "sqlserver") || IsNamedInResults(argument);
            wire |= Has(argument, "wire");
            driver |= Has(argument, "driver");
        }

        return named && (driver || !wire);
    }

    private static bool IsNamedInResults(string argument)
    {
        int equals = argument.IndexOf('=');
        string file = (equals < 0 ? argument : argument[(equals + 1)..]) + "/manifest.json";
        try
        {
            return File.Exists(file) && Has(File.ReadAllText(file), "sqlserver");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return false;
        }
    }

    private static bool Has(string text, string word)
    {
        for (int start = 0; start + word.Length <= text.Length; start++)
        {
            int same = 0;
            while (same < word.Length && (text[start + same] | 0x20) == word[same])
            {
                same++;
            }

            if (same == word.Length)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether the machine has ICU: as the runtime looks for it on Linux; elsewhere it comes with the system.</summary>
    private static bool IsThere()
    {
        if (!OperatingSystem.IsLinux())
        {
            return true;
        }

        for (int version = NewestVersion; version >= OldestVersion; version--)
        {
            string name = string.Concat("libicuuc.so.", ((char)('0' + (version / 10))).ToString(), ((char)('0' + (version % 10))).ToString());
            if (NativeLibrary.TryLoad(name, out nint library))
            {
                NativeLibrary.Free(library);
                return true;
            }
        }

        return NativeLibrary.TryLoad("libicuuc.so", out _);
    }
}
