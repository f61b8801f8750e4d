# Works in Windows PowerShell 5.1 and in PowerShell 7. Everything is done by the program dbingest: this module hands words to it
# and turns its JSON into objects.

Set-StrictMode -Version 2.0

function Get-IngestProgram {
    # DBINGEST_PROGRAM, else the one on the PATH; nothing, and an error, where there is none.
    if ($env:DBINGEST_PROGRAM) {
        return $env:DBINGEST_PROGRAM
    }

    $found = Get-Command -Name dbingest -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $found) {
        Write-Error -Message 'There is no program dbingest on the PATH. Install it (dotnet tool install --global dbingest), or name it in the environment variable DBINGEST_PROGRAM.' -ErrorId 'ProgramNotFound' -Category ObjectNotFound
        return
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
    # The program's JSON as an object, with the deployment's file as Path, so that it goes through the pipeline to the next command. What the program says to a person goes where its standard error goes.
    # Codes 2 and 69 of a check are findings: the report says them.
    param([string[]] $Words, [string] $TypeName, [string] $Path)
    $program = Get-IngestProgram
    if (-not $program) {
        return
    }

    # Whoever lets exit codes throw (PowerShell 7.4) wants errors: codes 2 and 69 are none here, and others are made one below.
    $PSNativeCommandUseErrorActionPreference = $false
    $global:LASTEXITCODE = $null
    try {
        $text = (& $program @Words '--json') -join "`n"
    }
    catch [System.Management.Automation.CommandNotFoundException] {
        Write-Error -Message "$program, which DBINGEST_PROGRAM names, is no program. Name the program dbingest with its folder." -ErrorId 'ProgramNotFound' -Category ObjectNotFound
        return
    }
    catch {
        Write-Error -Message "$program cannot be run: $($_.Exception.Message)" -ErrorId 'ProgramNotRun' -Category InvalidOperation
        return
    }

    $code = $global:LASTEXITCODE
    if ($null -eq $code) {
        # PowerShell has opened a file that is no program with what opens files, or has done nothing.
        Write-Error -Message "$program did not run: it is no program, or this account may not execute it." -ErrorId 'ProgramNotRun' -Category InvalidOperation
        return
    }

    if ($text) {
        try {
            $object = ConvertTo-IngestObject -Value (ConvertFrom-Json -InputObject $text) -TypeName $TypeName
        }
        catch {
            Write-Error -Message "dbingest $($Words -join ' ') printed no JSON: $text" -ErrorId 'NoJson' -Category InvalidData
            return
        }

        if ($Path) {
            $object | Add-Member -MemberType NoteProperty -Name Path -Value $Path
        }

        $object
    }

    if ($code -ne 0 -and -not ($text -and $code -in 2, 69)) {
        Write-Error -Message "dbingest $($Words -join ' ') ended with exit code $code; it has said why." -ErrorId "ExitCode$code" -Category InvalidResult
    }
}

function Resolve-IngestDeployment {
    # A deployment by its file, or by its name: NAME.yaml here, in clusters, or in clusters/examples. Where there is none, an error that a pipeline goes on after.
    param([string] $Path)
    foreach ($candidate in $Path, "$Path.yaml", (Join-Path 'clusters' "$Path.yaml"), (Join-Path (Join-Path 'clusters' 'examples') "$Path.yaml")) {
        if (Test-Path -LiteralPath $candidate -PathType Leaf) {
            return (Resolve-Path -LiteralPath $candidate).ProviderPath
        }
    }

    Write-Error -Message "There is no deployment '$Path': neither a file of that name, nor $Path.yaml here, in clusters or in clusters/examples." -ErrorId 'DeploymentNotFound' -Category ObjectNotFound -TargetObject $Path
}

$completeDeployment = {
    # Names; where a folder is begun, nothing: then PowerShell completes files.
    param($commandName, $parameterName, $wordToComplete, $commandAst, $fakeBoundParameters)
    $word = $wordToComplete.Trim([char[]] @(39, 34))
    if ($word -match '[\\/]') {
        return
    }

    foreach ($folder in '.', 'clusters', (Join-Path 'clusters' 'examples')) {
        Get-ChildItem -Path (Join-Path $folder "$word*.yaml") -File -ErrorAction SilentlyContinue |
            Where-Object { $_.Name -notlike '*.compose.yaml' -and $_.Name -notlike '*.kubernetes.yaml' } |
            ForEach-Object {
                $text = $_.BaseName
                if ($text -match "[\s']") {
                    $text = "'" + ($text -replace "'", "''") + "'"
                }

                [System.Management.Automation.CompletionResult]::new($text, $_.BaseName, 'ParameterValue', $_.FullName)
            }
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
    'one', 'four' | Start-IngestCluster -WhatIf
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
        if ($file -and $PSCmdlet.ShouldProcess($file, 'bring up')) {
            Invoke-IngestProgram -Words 'cluster', 'up', $file -TypeName 'DbIngest.Cluster' -Path $file
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
        $file = Resolve-IngestDeployment -Path $Path
        if ($file) {
            Invoke-IngestProgram -Words 'cluster', 'check', $file -TypeName 'DbIngest.Cluster' -Path $file
        }
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
        $file = Resolve-IngestDeployment -Path $Path
        if (-not $file) {
            return
        }

        foreach ($cluster in Invoke-IngestProgram -Words 'cluster', 'size', $file) {
            foreach ($node in $cluster.Nodes) {
                $size = New-Object -TypeName PSObject -Property ([ordered]@{
                    Cluster = $cluster.Name; Node = $node.Name; UsedBytes = $node.UsedBytes; FreeBytes = $node.FreeBytes; Device = $node.Device; Folder = $node.Folder; Path = $file
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
        if ($file -and $PSCmdlet.ShouldProcess($file, 'stop')) {
            Invoke-IngestProgram -Words 'cluster', 'stop', $file -TypeName 'DbIngest.Cluster' -Path $file
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

        if ($file -and $PSCmdlet.ShouldProcess($file, $action)) {
            Invoke-IngestProgram -Words $words -TypeName 'DbIngest.Cluster' -Path $file
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
    DbIngest.Sweep: the sweep's summary, with the result's folder as Folder.
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
        $missing = $false
    }
    process {
        foreach ($one in $Path) {
            $file = Resolve-IngestDeployment -Path $one
            if ($file) {
                $files.Add($file)
            }
            else {
                # A sweep over the rest would be another one.
                $missing = $true
            }
        }
    }
    end {
        if (-not $missing -and $PSCmdlet.ShouldProcess(($files -join ', '), 'measure')) {
            Invoke-IngestProgram -Words (@('run', '--cluster', ($files -join ',')) + $ArgumentList) -TypeName 'DbIngest.Sweep'
        }
    }
}

foreach ($command in 'Start-IngestCluster', 'Test-IngestCluster', 'Get-IngestClusterSize', 'Stop-IngestCluster', 'Remove-IngestCluster', 'Invoke-IngestSweep') {
    Register-ArgumentCompleter -CommandName $command -ParameterName Path -ScriptBlock $completeDeployment
}

Export-ModuleMember -Function 'Start-IngestCluster', 'Test-IngestCluster', 'Get-IngestClusterSize', 'Stop-IngestCluster', 'Remove-IngestCluster', 'Invoke-IngestSweep'
