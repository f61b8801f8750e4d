using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Adds the place of a private server to its target's settings: a separate disk, a separate network, or another folder than the
/// work folder. Adds nothing for a server without these. <see cref="ServerTarget{TTable}"/> calls it for each description.
/// Results store the names of the settings, so a name must not change.
/// </summary>
internal static class PlaceSettings
{
    private const string Folder = "server_folder";

    /// <summary>Adds a setting for each part of the place that differs.</summary>
    /// <param name="server">The private server.</param>
    /// <param name="settings">The settings of the target.</param>
    public static void Add(PrivateServer server, IDictionary<string, string> settings)
    {
        if (server.Plan.HasOwnDisk)
        {
            settings[TargetDescription.DiskSetting] = PrivateDisk.Description;
        }

        if (server.Plan.HasOwnNetwork)
        {
            settings[TargetDescription.NetworkSetting] = PrivateNetwork.Description;
        }

        if (server.IsElsewhere)
        {
            settings[Folder] = "in the temporary folder, since the account of the server may not enter the work folder";
        }
    }
}
