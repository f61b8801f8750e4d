namespace DbIngest.Core.Measurement;

/// <summary>
/// Finds the control groups whose limits bind this process (cgroups(7)): the group of the process and all groups above that one.
/// <see cref="MachineMemory"/> and <see cref="MachineReader"/> look for limits in the folders of the groups. Opens no file.
/// </summary>
/// <param name="Folder">The group's folder. It may not exist.</param>
/// <param name="IsV1">True for version 1, whose files have other names and units.</param>
internal readonly record struct ControlGroup(string Folder, bool IsV1)
{
    /// <summary>Lists the groups of a controller, the innermost first.</summary>
    /// <param name="membership">The content of <c>/proc/self/cgroup</c>: lines of <c>id:controllers:path</c>.</param>
    /// <param name="controller">The controller, for example <c>memory</c>.</param>
    /// <param name="root">Mount point of the control groups.</param>
    public static IEnumerable<ControlGroup> Of(string membership, string controller, string root)
    {
        foreach (string line in membership.Split('\n'))
        {
            string[] fields = line.Split(':', 3);
            bool isV1 = fields.Length == 3 && fields[1].Split(',').Contains(controller, StringComparer.Ordinal);
            if (isV1 || (fields.Length == 3 && fields[1].Length == 0))
            {
                string? group = fields[2].TrimEnd('/');

                // In a container without its own namespace the path is one of the host. The root then stands for the container's
                // group.
                for (; group is not null; group = group.Length == 0 ? null : group[..group.LastIndexOf('/')])
                {
                    yield return new ControlGroup($"{root}{(isV1 ? "/" + controller : string.Empty)}{group}", isV1);
                }
            }
        }
    }
}
