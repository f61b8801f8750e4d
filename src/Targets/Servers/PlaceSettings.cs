using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Adds to the settings of a target where its private server is, if that is not the work folder on this machine's network.
/// <see cref="ServerTarget{TTable}"/> calls it for each description. Results store the names of the settings, so a name must not
/// change.
/// </summary>
internal static class PlaceSettings
{
    private const string Folder = "server_folder";

    /// <summary>Adds what differs.</summary>
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
