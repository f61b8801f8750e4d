# Works in Windows PowerShell 5.1 and in PowerShell 7. Everything is done by the program dbingest: this module hands words to it
# and turns its JSON into objects.

Set-StrictMode -Version 2.0

function Get-IngestProgram {
    # DBINGEST_PROGRAM, else the one on the PATH.
    if ($env:DBINGEST_PROGRAM) {
        return $env:DBINGEST_PROGRAM
    }

    $found = Get-Command -Name dbingest -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $found) {
        throw 'There is no program dbingest on the PATH. Install it (dotnet tool install --global dbingest), or name it in the environment variable DBINGEST_PROGRAM.'
    }

    return $found.Source
}

function ConvertTo-IngestObject {
    # snake_case of the JSON becomes PascalCase of objects, whatever is inside.
    param($Value, [string] $TypeName)
    if ($Value -is [System.Management.Automation.PSCustomObject]) {
        $properties = [ordered]@{}
        foreach ($property in $Value.PSObject.Properties) {
            $name = -join ($property.Name -split '_' | Where-Object { $_ } | ForEach-Object { $_.Substring(0, 1).ToUpperInvariant() + $_.Substring(1) })
            $properties[$name] = ConvertTo-IngestObject -Value $property.Value
        }

        $object = New-Object -TypeName PSObject -Property $properties
        if ($TypeName) {
            $object.PSObject.TypeNames.Insert(0, $TypeName)
        }

        return $object
    }

    if ($Value -is [System.Collections.IEnumerable] -and $Value -isnot [string]) {
        return , @($Value | ForEach-Object { ConvertTo-IngestObject -Value $_ })
    }

    return $Value
}

function Invoke-IngestProgram {
    # The program's JSON as an object. What it says to a person goes where its standard error goes. Codes 2 and 69 of a check are findings: the report says them.
    param([string[]] $Words, [string] $TypeName)
    $program = Get-IngestProgram
    $text = (& $program @Words '--json') -join "`n"
    $code = $LASTEXITCODE
    if ($text) {
        try {
            ConvertTo-IngestObject -Value (ConvertFrom-Json -InputObject $text) -TypeName $TypeName
        }
        catch {
            Write-Error -Message "dbingest $($Words -join ' ') printed no JSON: $text" -Category InvalidData
        }
    }

    if ($code -ne 0 -and -not ($text -and $code -in 2, 69)) {
        Write-Error -Message "dbingest $($Words -join ' ') ended with exit code $code; it has said why." -ErrorId "ExitCode$code" -Category InvalidResult
    }
}

function Resolve-IngestDeployment {
    # A deployment by its file, or by its name: NAME.yaml here, in clusters, or in clusters/examples.
    param([string] $Path)
    foreach ($candidate in $Path, "$Path.yaml", (Join-Path 'clusters' "$Path.yaml"), (Join-Path (Join-Path 'clusters' 'examples') "$Path.yaml")) {
        if (Test-Path -LiteralPath $candidate -PathType Leaf) {
            return (Resolve-Path -LiteralPath $candidate).ProviderPath
        }
    }

    throw "There is no deployment '$Path': neither a file of that name, nor $Path.yaml here, in clusters or in clusters/examples."
}

$completeDeployment = {
    param($commandName, $parameterName, $wordToComplete, $commandAst, $fakeBoundParameters)
    foreach ($folder in '.', 'clusters', (Join-Path 'clusters' 'examples')) {
        Get-ChildItem -Path (Join-Path $folder "$wordToComplete*.yaml") -File -ErrorAction SilentlyContinue |
            Where-Object { $_.Name -notlike '*.compose.yaml' } |
            ForEach-Object { [System.Management.Automation.CompletionResult]::new($_.BaseName, $_.BaseName, 'ParameterValue', $_.FullName) }
    }
}

function Start-IngestCluster {
    <#
    .SYNOPSIS
    Brings a deployment up, and waits until every node serves and all agree.
    .DESCRIPTION
    Makes what is not there and starts what does not run. Done again, it changes nothing. What is made is written down beside the deployment's file first.
    .PARAMETER Path
    The deployment's file, or its name.
    .EXAMPLE
    Start-IngestCluster cassandra-study1
    .EXAMPLE
    Get-ChildItem clusters/*.yaml | Start-IngestCluster -WhatIf
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        if ($PSCmdlet.ShouldProcess($file, 'bring up')) {
            Invoke-IngestProgram -Words 'cluster', 'up', $file -TypeName 'DbIngest.Cluster'
        }
    }
}

function Test-IngestCluster {
    <#
    .SYNOPSIS
    Says what each node of a deployment is like, where it is not as its file says, and what network and disks can do.
    .DESCRIPTION
    IsServing says whether every node serves clients; Deviations is empty where everything is as the file says.
    .PARAMETER Path
    The deployment's file, or its name.
    .EXAMPLE
    Test-IngestCluster cassandra-study1 | Select-Object -ExpandProperty Nodes | Format-Table Name, State, Version, RoundTripS, SyncsPerS
    .EXAMPLE
    if (-not (Test-IngestCluster cassandra-study1).IsServing) { Start-IngestCluster cassandra-study1 }
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding()]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        Invoke-IngestProgram -Words 'cluster', 'check', (Resolve-IngestDeployment -Path $Path) -TypeName 'DbIngest.Cluster'
    }
}

function Get-IngestClusterSize {
    <#
    .SYNOPSIS
    The disk space that each node of a deployment takes.
    .PARAMETER Path
    The deployment's file, or its name.
    .EXAMPLE
    Get-IngestClusterSize cassandra-study1 | Measure-Object -Property UsedBytes -Sum
    .OUTPUTS
    DbIngest.ClusterSize: one a node.
    #>
    [CmdletBinding()]
    [OutputType('DbIngest.ClusterSize')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        foreach ($cluster in Invoke-IngestProgram -Words 'cluster', 'size', (Resolve-IngestDeployment -Path $Path)) {
            foreach ($node in $cluster.Nodes) {
                $size = New-Object -TypeName PSObject -Property ([ordered]@{
                    Cluster = $cluster.Name; Node = $node.Name; UsedBytes = $node.UsedBytes; FreeBytes = $node.FreeBytes; Device = $node.Device; Folder = $node.Folder
                })
                $size.PSObject.TypeNames.Insert(0, 'DbIngest.ClusterSize')
                $size
            }
        }
    }
}

function Stop-IngestCluster {
    <#
    .SYNOPSIS
    Ends the nodes of a deployment, with their data.
    .PARAMETER Path
    The deployment's file, or its name.
    .EXAMPLE
    Stop-IngestCluster cassandra-study1
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        if ($PSCmdlet.ShouldProcess($file, 'stop')) {
            Invoke-IngestProgram -Words 'cluster', 'stop', $file -TypeName 'DbIngest.Cluster'
        }
    }
}

function Remove-IngestCluster {
    <#
    .SYNOPSIS
    Takes a deployment down; with -Data, nothing is left of it.
    .PARAMETER Path
    The deployment's file, or its name.
    .PARAMETER Data
    Remove what was stored too.
    .EXAMPLE
    Remove-IngestCluster cassandra-study1 -Data -Confirm:$false
    .OUTPUTS
    DbIngest.Cluster: the deployment with its nodes.
    #>
    [CmdletBinding(SupportsShouldProcess = $true, ConfirmImpact = 'High')]
    [OutputType('DbIngest.Cluster')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string] $Path,

        [switch] $Data
    )
    process {
        $file = Resolve-IngestDeployment -Path $Path
        $words = @('cluster', 'down', $file)
        $action = 'take down'
        if ($Data) {
            $words += '--remove-data'
            $action = 'take down, and remove its data'
        }

        if ($PSCmdlet.ShouldProcess($file, $action)) {
            Invoke-IngestProgram -Words $words -TypeName 'DbIngest.Cluster'
        }
    }
}

function Invoke-IngestSweep {
    <#
    .SYNOPSIS
    Measures deployments that are up: one sweep over all of them.
    .PARAMETER Path
    The deployments' files, or their names. Several are an axis of the sweep.
    .PARAMETER ArgumentList
    Further options of 'dbingest run', one word each: '--records', '10k..40k/10k', '--trials', '13'.
    .EXAMPLE
    Invoke-IngestSweep one, four -ArgumentList '--study', '1'
    .EXAMPLE
    'one', 'four' | Invoke-IngestSweep -ArgumentList '--ab', 'cluster'
    .OUTPUTS
    DbIngest.Sweep: the sweep's summary.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('DbIngest.Sweep')]
    param(
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('FullName', 'Name')]
        [string[]] $Path,

        [string[]] $ArgumentList = @()
    )
    begin {
        $files = New-Object -TypeName 'System.Collections.Generic.List[string]'
    }
    process {
        foreach ($one in $Path) {
            $files.Add((Resolve-IngestDeployment -Path $one))
        }
    }
    end {
        if ($PSCmdlet.ShouldProcess(($files -join ', '), 'measure')) {
            Invoke-IngestProgram -Words (@('run', '--cluster', ($files -join ',')) + $ArgumentList) -TypeName 'DbIngest.Sweep'
        }
    }
}

foreach ($command in 'Start-IngestCluster', 'Test-IngestCluster', 'Get-IngestClusterSize', 'Stop-IngestCluster', 'Remove-IngestCluster', 'Invoke-IngestSweep') {
    Register-ArgumentCompleter -CommandName $command -ParameterName Path -ScriptBlock $completeDeployment
}

Export-ModuleMember -Function 'Start-IngestCluster', 'Test-IngestCluster', 'Get-IngestClusterSize', 'Stop-IngestCluster', 'Remove-IngestCluster', 'Invoke-IngestSweep'
